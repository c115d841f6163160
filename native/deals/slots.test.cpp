#include "deals/slots.hpp"

#include <numeric>
#include <vector>

#include "geometry/affine.hpp"
#include "setlab/generator.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

// The deck of a trial: card c takes the r_c-th free slot.
std::vector<u32> dealt_deck(u64 seed, u64 trial, u32 cards) {
    std::vector<u32> free(cards), deck(cards);
    std::iota(free.begin(), free.end(), 0);
    for (u32 card = 0; card < cards; ++card) {
        const u32 rank = draw_below<16>(seed, trial, card, cards - card);
        deck[free[rank]] = card;
        free.erase(free.begin() + rank);
    }
    return deck;
}

// X_0 ... X_cards: the lines among the first n cards.
std::vector<i32> lines_dealt(const std::vector<u32>& deck) {
    std::vector<u32> slot_of(deck.size());
    for (u32 slot = 0; slot < deck.size(); ++slot) slot_of[deck[slot]] = slot;
    std::vector<i32> lines(deck.size() + 1);
    for (u32 n = 0; n < deck.size(); ++n) {
        lines[n + 1] = lines[n];
        for (u32 i = 0; i < n; ++i) {
            const u32 last = slot_of[third(deck[i], deck[n])];
            lines[n + 1] += last > i && last < n;
        }
    }
    return lines;
}

}  // namespace

TEST_CASE("lines dealt, trial by trial") {
    constexpr u64 seed = 9, first = (u64{1} << 32) - 40, trials = 100;
    for (const int dimension : {2, 3, 4, 5}) {
        CAPTURE(dimension);
        const FlatPlan& plan = flat_plan(Flat::line, dimension);
        CHECK(plan.flats == lines_in(dimension));
        std::vector<i32> wanted, wanted_first;
        for (u64 trial = first; trial < first + trials; ++trial) {
            const std::vector<i32> lines = lines_dealt(dealt_deck(seed, trial, plan.cards));
            wanted.insert(wanted.end(), lines.begin(), lines.end());
            i32 n = 0;
            while (lines[static_cast<u64>(n)] == 0) ++n;
            wanted_first.push_back(n);
        }
        for_each_isa([&](Isa isa) {
            std::vector<i32> rows(wanted.size()), dealt(trials);
            list_counts(plan, {seed, first, trials}, 2, isa, rows.data());
            CHECK((rows == wanted));
            list_first(plan, {seed, first, trials}, 2, isa, dealt.data());
            CHECK((dealt == wanted_first));
        });
    }
}

TEST_CASE("tallies add up the trials") {
    constexpr u64 seed = 5, trials = 1000;
    for (const Flat flat : {Flat::line, Flat::plane}) {
        const FlatPlan& plan = flat_plan(flat, 3);
        for_each_isa([&](Isa isa) {
            std::vector<i32> rows(trials * 28);
            list_counts(plan, {seed, 7, trials}, 1, isa, rows.data());
            std::vector<bool> wanted(28);
            wanted[9] = true;
            const CountSums sums = tally_counts(plan, {seed, 7, trials}, wanted, 2, isa);
            for (u32 n = 0; n < 28; ++n) {
                u64 sum = 0, squares = 0;
                for (u64 j = 0; j < trials; ++j) {
                    const u64 x = static_cast<u64>(rows[28 * j + n]);
                    sum += x;
                    squares += x * x;
                }
                CHECK(sums.sum[n] == sum);
                CHECK(sums.squares[n] == squares);
                CHECK(sums.histogram[n].empty() == (n != 9));
            }
            CHECK(std::accumulate(sums.histogram[9].begin(), sums.histogram[9].end(), u64{0}) == trials);
            CHECK(sums.least[27] == plan.flats);
            CHECK(sums.most[27] == plan.flats);
        });
    }
}

TEST_CASE("numbers of planes") {
    CHECK(flat_plan(Flat::plane, 2).flats == 1);
    CHECK(flat_plan(Flat::plane, 3).flats == 39);
    CHECK(flat_plan(Flat::plane, 4).flats == 1170);
}
