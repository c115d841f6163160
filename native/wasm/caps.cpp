// Caps of AG(4,3): the 20 cards without a SET that share the most with some cards, and the most cards to
// which these can be completed. src/setlab/caps/completion.py defines both.
#include <algorithm>
#include <array>
#include <set>

#include "antiset/game.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

using Mask = unsigned __int128;

constexpr int deck = 81, second_largest = 18;
constexpr u64 most_caps = 20'000'000;  // examined in one search; seldom more than some thousands

Mask bit(int card) { return Mask{1} << card; }
int count(Mask mask) { return __builtin_popcountll(u64(mask)) + __builtin_popcountll(u64(mask >> 64)); }
int lowest(Mask mask) {
    return u64(mask) != 0 ? __builtin_ctzll(u64(mask)) : 64 + __builtin_ctzll(u64(mask >> 64));
}

template <class Visit>
void for_each_card(Mask mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(lowest(mask));
}

const TernarySpace& space() {
    static const TernarySpace known(4);
    return known;
}

// The images of a cap under three maps that generate GL(4,3).
std::array<Mask, 3> images_of(Mask cap) {
    std::array<Mask, 3> images{};
    for_each_card(cap, [&](int card) {
        const int high = card / 27, rest = card % 27;
        images[0] |= bit((high + rest / 9) % 3 * 27 + rest);
        images[1] |= bit(rest * 3 + high);
        images[2] |= bit(2 * high % 3 * 27 + rest);
    });
    return images;
}

// The caps of 20 cards that are symmetric about card 0, in the order in which the maps find them.
std::vector<Mask> find_centred_caps() {
    Mask first = 0;
    for (int card = 1; card < deck; ++card) {
        const int x[]{card / 27, card / 9 % 3, card / 3 % 3, card % 3};
        if ((x[0] * x[0] + x[1] * x[1] + x[2] * x[3]) % 3 == 0) first |= bit(card);
    }
    std::vector<Mask> found{first}, waiting{first};
    std::set<Mask> known{first};
    while (!waiting.empty()) {
        const Mask cap = waiting.back();
        waiting.pop_back();
        const std::array<Mask, 3> images = images_of(cap);
        for (const Mask image : images)
            if (!known.contains(image)) waiting.push_back(image);  // twice, if two maps find it
        for (const Mask image : images)
            if (known.insert(image).second) found.push_back(image);
    }
    return found;
}

const std::vector<Mask>& centred_caps() {
    static const std::vector<Mask> known = find_centred_caps();
    return known;
}

// The first of the 20-card caps with the most cards in common.
Mask nearest_largest(Mask cards) {
    Mask moved[deck] = {};
    for (int centre = 0; centre < deck; ++centre)
        for_each_card(cards, [&](int card) { moved[centre] |= bit(space().subtract(card, centre)); });
    int most = -1, nearest = 0;
    Mask around = 0;
    for (const Mask cap : centred_caps()) {
        for (int centre = 0; centre < deck; ++centre) {
            const int common = count(cap & moved[centre]);
            if (common > most) most = common, nearest = centre, around = cap;
        }
    }
    Mask cap = 0;
    for_each_card(around, [&](int card) { cap |= bit(space().add(card, nearest)); });
    return cap;
}

struct Candidate {
    int card;
    Mask conflicts;  // the free cards that make a SET with it and a card of the cap
};

using Candidates = std::vector<Candidate>;

// Those with the fewest conflicts first.
Candidates candidates_of(Mask cap, Mask free) {
    Candidates found;
    for_each_card(free, [&](int card) {
        Mask excluded = 0;
        for_each_card(cap, [&](int other) { excluded |= bit(space().third(card, other)); });
        found.push_back({card, excluded & free});
    });
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return count(a.conflicts) < count(b.conflicts);
    });
    return found;
}

// An upper bound on the number of cards without a conflict: the number of cliques in a greedy cover.
int most_without_conflict(const Candidates& candidates) {
    Mask conflicts[deck] = {}, covered = 0;
    for (const Candidate& each : candidates) conflicts[each.card] = each.conflicts;
    int cliques = 0;
    for (const Candidate& each : candidates) {
        if ((covered & bit(each.card)) != 0) continue;
        ++cliques;
        covered |= bit(each.card);
        for (Mask common = each.conflicts & ~covered; common != 0;) {
            const int next = lowest(common);
            covered |= bit(next);
            common &= conflicts[next] & ~covered;
        }
    }
    return cliques;
}

// Branch and bound.
class CapSearch {
  public:
    explicit CapSearch(Mask start) : best_(start) {}

    Mask best() const { return best_; }
    bool is_exact() const { return examined_ < most_caps; }

    // Keeps the best extension; true when no better one is needed, or the search was long enough.
    bool extend(Mask cap, Mask free) {
        if (count(cap) > count(best_)) best_ = cap;
        if (count(best_) >= second_largest || ++examined_ >= most_caps) return true;
        const Candidates candidates = candidates_of(cap, free);
        if (count(cap) + most_without_conflict(candidates) <= count(best_)) return false;
        for (const Candidate& each : candidates) {
            free &= ~bit(each.card);
            if (extend(cap | bit(each.card), free & ~each.conflicts)) return true;
        }
        return false;
    }

  private:
    Mask best_;
    u64 examined_ = 0;
};

void answer_cards(Mask mask) {
    Bytes cards;
    for_each_card(mask, [&](int card) { cards.push_back(static_cast<u8>(card)); });
    answer(cards);
}

}  // namespace

// For cards without a SET: the nearest 20 cards without one, the most cards that contain them and have none,
// and whether there are certainly no more.
SETLAB_EXPORT(complete_cap) i32 complete_cap(const u8* cards, u32 size) {
    answers.clear();
    std::vector<bool> seen(deck);
    if (!are_cards({cards, size}, seen)) return bad_cards;
    Mask start = 0, taken = 0;
    for (u32 i = 0; i < size; ++i) {
        start |= bit(cards[i]);
        for (u32 j = 0; j < size; ++j) taken |= bit(space().third(cards[i], cards[j]));
        for (u32 j = 0; j < i; ++j)
            for (u32 k = 0; k < j; ++k)
                if (space().third(cards[i], cards[j]) == cards[k]) return bad_cards;
    }
    const Mask twenty = nearest_largest(start);
    Mask reached = twenty;
    i32 exact = 1;
    if ((start & ~twenty) != 0) {
        CapSearch search(start);
        search.extend(start, ((Mask{1} << deck) - 1) & ~taken);
        reached = search.best();
        exact = search.is_exact();
    }
    answer_cards(twenty);
    answer_cards(reached);
    answer(&exact, 1);
    return none;
}

}  // namespace setlab
