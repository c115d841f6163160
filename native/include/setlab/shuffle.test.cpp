#include "setlab/shuffle.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace setlab;

TEST_CASE("the card of a rank is the one that a list has there") {
    for (const u32 size : {1u, 63u, 64u, 65u, 81u, 243u}) {
        Undealt<243> undealt(size);
        std::vector<u32> left;
        for (u32 card = 0; card < size; ++card) left.push_back(card);
        for (u32 k = 0; k < size; ++k) {
            const u32 rank = (7 * k + 5) % static_cast<u32>(left.size());
            REQUIRE(undealt.take(rank) == left[rank]);
            left.erase(left.begin() + rank);
        }
    }
}
