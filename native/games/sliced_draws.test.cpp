#include "games/sliced_draws.hpp"

#include <vector>

#include "setlab/shuffle.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;
using namespace setlab::sliced;

namespace {

template <class Low>
void check_chance(u64 seed, u32 trial_high, const Low& low) {
    std::vector<Chance<Word>> made(1);
    Chance<Word>& chance = made[0];
    ChanceMaker(seed, trial_high, low).make(chance);
    for (u32 game = 0; game < word_bits; ++game) {
        const u64 trial = u64{trial_high} << 32 | low(game);
        setlab::Undealt<81> undealt(81);
        for (u32 k = 0; k < 81; ++k) {
            const u32 card = undealt.take(draw_below<16>(seed, trial, k, 81 - k));
            CHECK(number_of(chance.card(k).bit, 8, game) == coordinates(card));
        }
        for (u32 t = 0; t < choices; ++t)
            CHECK(number_of(chance.choice[t], 16, game) == draw_bits<16>(seed, trial, 88 + t));
    }
}

}  // namespace

TEST_CASE("decks and choices are those of the scalar draws, trial by trial") {
    // Among so many draws some are rejected: see the next test.
    for (u32 start = 0; start < 512; start += word_bits)
        check_chance(77, 5, [start](u32 game) { return start + game; });
    check_chance(~u64{0} - 4, 0, [](u32 game) { return 0xFFFFFFFFu - 1000003u * game; });
}

TEST_CASE("the trials of the test above have draws that are rejected") {
    u32 rejected = 0;
    for (u32 trial = 0; trial < 512; ++trial) {
        for (u32 k = 0; k < 80; ++k) {
            u32 number = 0;
            rejected += !accept<16>(draw_bits<16>(77, u64{5} << 32 | trial, k), 81 - k, number);
        }
    }
    CHECK(rejected > 0);
}
