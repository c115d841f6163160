// Both lists of SETs, MaskList and KeyList, against a list that is kept by the definition.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "setlab/generator.hpp"
#include "setlab/key_list.hpp"
#include "setlab/mask_list.hpp"

using namespace setlab;

namespace {

using Set = std::array<u32, 3>;

bool meets(const Set& one, const Set& other) {
    return std::any_of(one.begin(), one.end(),
                       [&](u32 slot) { return std::find(other.begin(), other.end(), slot) != other.end(); });
}

// The candidates of a choice, in their order.
std::vector<Set> candidates(std::vector<Set> sets, Choice choice) {
    std::sort(sets.begin(), sets.end());
    if (!is_narrow(choice)) return sets;
    std::map<u32, u32> number;
    for (const Set& set : sets) {
        for (const u32 slot : set) ++number[slot];
    }
    u32 wanted = 0;
    for (const auto& [slot, count] : number) wanted = more_wanted(choice, wanted, count);
    std::vector<Set> found;
    for (const Set& set : sets) {
        if (std::any_of(set.begin(), set.end(), [&](u32 slot) { return number[slot] == wanted; }))
            found.push_back(set);
    }
    return found;
}

// Some SETs of 30 slots of which any two share at most one slot.
std::vector<Set> some_sets(u64 trial) {
    TrialDraws<16> draws(81, trial);
    std::vector<Set> sets;
    for (u32 k = 0; k < 120; k += 3) {
        Set set{draws.below(k, 30), draws.below(k + 1, 30), draws.below(k + 2, 30)};
        std::sort(set.begin(), set.end());
        const auto shares_two = [&](const Set& other) {
            return std::count_if(set.begin(), set.end(), [&](u32 slot) {
                       return std::find(other.begin(), other.end(), slot) != other.end();
                   }) > 1;
        };
        const bool proper = set[0] < set[1] && set[1] < set[2];
        if (proper && std::none_of(sets.begin(), sets.end(), shares_two)) sets.push_back(set);
    }
    return sets;
}

template <class List>
void take_until_empty(Choice choice, u64 trial) {
    List list;
    list.clear();
    std::vector<Set> sets = some_sets(trial);
    for (const Set& set : sets) list.add(set[0], set[1], set[2]);
    list.settle();
    for (u32 turn = 0; !sets.empty(); ++turn) {
        const std::vector<Set> among = candidates(sets, choice);
        REQUIRE(list.size() == sets.size());
        REQUIRE(list.candidates(choice) == among.size());
        const u32 rank = (5 * turn + 3) % static_cast<u32>(among.size());
        const Three taken = list.take(rank);
        REQUIRE(Set{taken.slot[0], taken.slot[1], taken.slot[2]} == among[rank]);
        std::erase_if(sets, [&](const Set& set) { return meets(set, among[rank]); });
    }
    CHECK(list.size() == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("lists take the candidate of a rank", List, MaskList<u32>, MaskList<u64>,
                   KeyList<64, 200>) {
    for (const Choice choice : {Choice::random, Choice::popular, Choice::reject, Choice::first}) {
        for (u64 trial = 0; trial < 50; ++trial) take_until_empty<List>(choice, trial);
    }
}

TEST_CASE_TEMPLATE("a card that moves takes its SETs along", List, MaskList<u32>, MaskList<u64>,
                   KeyList<64, 200>) {
    List list;
    list.clear();
    list.add(0, 5, 9);
    list.add(1, 9, 12);
    list.settle();
    list.move(12, 2);
    list.settle();
    REQUIRE(list.candidates(Choice::random) == 2);
    const Three taken = list.take(1);
    CHECK(taken.slot[0] == 1);
    CHECK(taken.slot[1] == 2);
    CHECK(taken.slot[2] == 9);
}
