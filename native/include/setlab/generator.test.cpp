#include "setlab/generator.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace setlab;

TEST_CASE("Philox gives the published known answers") {
    std::ifstream file(SETLAB_ORACLES "/philox.txt");
    REQUIRE(file);
    u32 answers = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::vector<u32> number;
        for (u32 word = 0; words >> std::hex >> word;) number.push_back(word);
        REQUIRE(number.size() == 10);
        const Block block = philox({{number[0], number[1], number[2], number[3]}}, number[4], number[5]);
        for (u32 i = 0; i < 4; ++i) CHECK(block.word[i] == number[6 + i]);
        ++answers;
    }
    CHECK(answers >= 3);
}

TEST_CASE("a draw is a part of its block, and the widths share no block") {
    const Block block = draw_block<16>(5, 7, 1, 0);
    for (u32 k = 8; k < 16; ++k) CHECK(draw_bits<16>(5, 7, k) == part_of<16>(block, k - 8));
    CHECK(draw_bits<32>(5, 7, 2) == draw_block<32>(5, 7, 0, 0).word[2]);
    CHECK(draw_block<16>(5, 7, 0, 0).word[0] != draw_block<32>(5, 7, 0, 0).word[0]);
}

TEST_CASE("every result below a bound has equally many accepted draws of 16 bits") {
    for (const u32 bound : {1u, 3u, 81u, 1000u, 40000u, 65536u}) {
        std::vector<u32> accepted(bound);
        for (u32 x = 0; x < 65536; ++x) {
            u32 result = 0;
            if (accept<16>(x, bound, result)) ++accepted[result];
        }
        CHECK(std::set<u32>(accepted.begin(), accepted.end()) == std::set<u32>{65536 / bound});
    }
}

TEST_CASE("draws taken in any order are those of the trial") {
    TrialDraws<16> draws(11, 1ull << 40);
    for (const u64 k : {0, 9, 3, 80, 79, 8}) {
        CHECK(draws.bits(k) == draw_bits<16>(11, 1ull << 40, k));
        CHECK(draws.below(k, 40000) == draw_below<16>(11, 1ull << 40, k, 40000));
    }
}
