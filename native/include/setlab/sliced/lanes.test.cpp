#include "setlab/sliced/lanes.hpp"

#include <initializer_list>

#include "setlab/generator.hpp"
#include "setlab/sliced/transpose.hpp"
#include "setlab/sliced/words.test.hpp"

using namespace setlab;
using namespace setlab::sliced;

namespace {

template <class Word>
Word random_halves(u64 trial) {
    Word word{};
    for (u32 half = 0; half < 2 * lanes_in<Word>; ++half) put_half(word, half, draw_bits<16>(5, trial, half));
    return word;
}

}  // namespace

TEST_CASE("bounded draws in lanes of 16 bits") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (u32 even = 81; even > 1; --even) {
            const u32 odd = even - 1;
            const Word draw = random_halves<Word>(even);
            const Bounded<Word> product = Arithmetic<Word>::bounded(draw, even, odd);
            for (u32 half = 0; half < 2 * lanes_in<Word>; ++half) {
                const u32 whole = half_at(draw, half) * (half % 2 == 0 ? even : odd);
                CHECK(half_at(product.high, half) == whole >> 16);
                CHECK(half_at(product.low, half) == (whole & 0xFFFFu));
            }
        }
    });
}

TEST_CASE("lanes below a limit, at the limit and around the top bit") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (const u32 limit : {0u, 1u, 37u, 0x7FFFu}) {
            for (const u32 number : {0u, 1u, 36u, 37u, 38u, 0x7FFEu, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu}) {
                for (u32 half = 0; half < 2 * lanes_in<Word>; ++half) {
                    Word lanes = ~Word{};
                    put_half(lanes, half, number);
                    const Word below = below_limit(lanes, fill_lanes<Word>(limit << 16 | limit));
                    CHECK(any(below) == (number < limit));
                    CHECK(half_at(below, half) == (number < limit ? 0x8000u : 0u));
                }
            }
        }
    });
}

TEST_CASE("bit n of row r of a lane becomes the bit of game 32 lane + r in word n") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        Word before[32], after[32];
        for (u32 r = 0; r < 32; ++r) before[r] = after[r] = random_halves<Word>(r);
        transpose(after);
        for (u32 game = 0; game < bits_in<Word>; ++game) {
            for (u32 n = 0; n < 32; ++n)
                CHECK(bit_of(after[n], game) == bit_of(before[game % 32], game / 32 * 32 + n));
        }
    });
}
