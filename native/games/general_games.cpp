#include "games/general_games.hpp"

#include <algorithm>

#include "setlab/game.hpp"
#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
namespace {

constexpr u32 most_cards = 15625;  // five values, six properties

// From so many on it takes a while to find the SETs of a card, or to sort SETs.
constexpr u64 many_cards = 64;
constexpr i64 many_sets = 1 << 16;

// Sorts, and asks now and then whether to go on.
template <class Iterator>
[[gnu::noinline]] void sort_many(Iterator begin, Iterator end) {
    u32 comparisons = 0;
    std::sort(begin, end, [&](const auto& a, const auto& b) {
        if (++comparisons % 1024 == 0) check_interrupt();
        return a < b;
    });
}

}  // namespace

template <u32 Values>
GeneralGames<Values>::GeneralGames(const GeneralPlan& plan) : plan_(plan), lowest_bits_(0) {
    for (int p = 0; p < plan.dimension; ++p) lowest_bits_ |= 1u << (Values * static_cast<u32>(p));
    all_bits_ = lowest_bits_ * ((1u << Values) - 1);
    for (u32 card : plan.deck) {
        u32 mask = 0;
        for (int p = 0; p < plan.dimension; ++p, card /= Values) {
            mask |= 1u << (Values * static_cast<u32>(p) + card % Values);
        }
        mask_of_.push_back(mask);
    }
    game_.resize(plan.rules.dealt);
}

template <u32 Values>
void GeneralGames<Values>::play(u64 first, u32 size, const EndgameResults& results, const Looks& looks) {
    for (u32 j = 0; j < size; ++j) {
        trial_ = first + j;
        clear();
        const GameResult result = plan_.always ? play_always(looks) : play_standard(looks);
        results.leftover[j] = static_cast<u16>(result.leftover);
        results.largest_table[j] = static_cast<u16>(result.largest_table);
        results.turns[j] = static_cast<u16>(result.turns);
    }
}

template <u32 Values>
void GeneralGames<Values>::clear() {
    const u32 size = static_cast<u32>(plan_.deck.size());
    Undealt<most_cards> undealt(size);
    TrialDraws<16> draws(plan_.seed, trial_);
    for (u32 k = 0; k < plan_.rules.dealt; ++k) game_[k] = mask_of_[undealt.take(draws.below(k, size - k))];
    next_ = places_ = taken_ = no_set_deals_ = largest_ = 0;
    table_.clear();
    sets_.clear();
    settled_ = 0;
}

// --- the rules

template <u32 Values>
GameResult GeneralGames<Values>::play_standard(const Looks& looks) {
    lay_first_cards();
    for (;;) {
        if (!look_and_take(looks)) {
            if (!cards_remain()) break;
            ++no_set_deals_;
            deal_to_new_places();
        } else if (table_.size() < plan_.rules.table && cards_remain()) {
            refill();
        } else if (places_ > plan_.rules.table) {
            shrink(std::min(Values, places_ - plan_.rules.table));
        }
    }
    return {static_cast<u32>(table_.size()), largest_, taken_ + no_set_deals_};
}

// The row of cards closes up where a SET was taken: the order of the places stays, so holes will do.
template <u32 Values>
GameResult GeneralGames<Values>::play_always(const Looks& looks) {
    lay_first_cards();
    while (cards_remain()) {
        if (!look_and_take(looks)) ++no_set_deals_;
        deal_to_new_places();
    }
    for (u32 search = 0; search < 2 * Values; ++search) {
        if (!look_and_take(looks)) break;
    }
    return {static_cast<u32>(table_.size()), largest_, taken_ + no_set_deals_};
}

template <u32 Values>
bool GeneralGames<Values>::look_and_take(const Looks& looks) {
    check_interrupt();
    if (cards_remain()) note_look(looks, static_cast<u32>(table_.size()), !sets_.empty(), taken_ != 0);
    if (sets_.empty()) return false;
    const bool narrow = is_narrow(plan_.rules.choice);
    const std::vector<Set> narrowed = narrow ? candidates() : std::vector<Set>();
    const std::vector<Set>& among = narrow ? narrowed : sets_;
    const Set set = among[chosen(static_cast<u32>(among.size()))];
    const auto is_taken = [&](u16 place) { return std::find(set.begin(), set.end(), place) != set.end(); };
    std::erase_if(sets_, [&](const Set& other) { return std::any_of(other.begin(), other.end(), is_taken); });
    settled_ = sets_.size();
    std::erase_if(table_, [&](const Lying& lying) { return is_taken(lying.place); });
    ++taken_;
    return true;
}

template <u32 Values>
u32 GeneralGames<Values>::chosen(u32 candidates) const {
    if (plan_.rules.choice == Choice::first || candidates == 1) return 0;
    const u64 k = static_cast<u64>(plan_.first_choice) + taken_;
    return plan_.choice_width == 16 ? draw_below<16>(plan_.seed, trial_, k, candidates)
                                    : draw_below<32>(plan_.seed, trial_, k, candidates);
}

template <u32 Values>
auto GeneralGames<Values>::candidates() const -> std::vector<Set> {
    std::vector<u32> sets_at(places_);
    for (const Set& set : sets_) {
        for (const u16 place : set) ++sets_at[place];
    }
    u32 wanted = 0;
    for (const u32 number : sets_at) {
        if (number != 0) wanted = more_wanted(plan_.rules.choice, wanted, number);
    }
    std::vector<Set> found;
    std::copy_if(sets_.begin(), sets_.end(), std::back_inserter(found), [&](const Set& set) {
        return std::any_of(set.begin(), set.end(), [&](u16 place) { return sets_at[place] == wanted; });
    });
    return found;
}

// --- the table

template <u32 Values>
void GeneralGames<Values>::lay_first_cards() {
    const u32 first = std::min(plan_.rules.table, plan_.rules.dealt);
    while (next_ < first) lay(places_);
    settle();
    largest_ = first;
}

template <u32 Values>
void GeneralGames<Values>::deal_to_new_places() {
    for (u32 i = 0; i < Values && cards_remain(); ++i) lay(places_);
    settle();
    largest_ = std::max(largest_, static_cast<u32>(table_.size()));
}

template <u32 Values>
void GeneralGames<Values>::refill() {
    for (const u16 place : holes()) {
        if (cards_remain()) lay(place);
    }
    settle();
}

// Lays the next card and adds the SETs it makes.
template <u32 Values>
void GeneralGames<Values>::lay(u32 place) {
    if (table_.size() >= many_cards) check_interrupt();
    const u32 card = game_[next_++];
    partial_[0] = static_cast<u16>(place);
    add_sets(1, 0, card, 0);
    const auto behind =
        std::find_if(table_.begin(), table_.end(), [&](const Lying& l) { return l.place > place; });
    table_.insert(behind, {static_cast<u16>(place), card});
    places_ = std::max(places_, place + 1);
}

template <u32 Values>
std::vector<u16> GeneralGames<Values>::holes() const {
    std::vector<u16> found;
    auto lying = table_.begin();
    for (u32 place = 0; place < places_; ++place) {
        if (lying != table_.end() && lying->place == place) {
            ++lying;
        } else {
            found.push_back(static_cast<u16>(place));
        }
    }
    return found;
}

template <u32 Values>
void GeneralGames<Values>::shrink(u32 number) {
    const u32 left = places_ - number;
    const std::vector<u16> lowest = holes();
    std::vector<u16> now_at(places_);
    for (u32 place = 0; place < places_; ++place) now_at[place] = static_cast<u16>(place);
    u32 moved = 0;
    for (const Lying& lying : table_) {
        if (lying.place >= left) now_at[lying.place] = lowest[moved++];
    }
    for (Lying& lying : table_) lying.place = now_at[lying.place];
    std::sort(table_.begin(), table_.end(), [](const Lying& a, const Lying& b) { return a.place < b.place; });
    for (Set& set : sets_) {
        for (u16& place : set) place = now_at[place];
        std::sort(set.begin(), set.end());
    }
    std::sort(sets_.begin(), sets_.end());
    places_ = left;
}

// --- SETs

template <u32 Values>
void GeneralGames<Values>::add_sets(u32 depth, u32 from, u32 allowed, u32 different) {
    for (u32 i = from; i < table_.size(); ++i) {
        const u32 card = table_[i].card;
        u32 now_allowed = allowed, now_different = different;
        if (depth == 1) {
            // The second card tells which properties are the same and which differ; `allowed` is the first
            // card.
            now_different = all_bits_ & ~whole_properties(allowed & card);
            now_allowed = (allowed & card) | (now_different & ~(allowed | card));
        } else {
            if ((card & ~allowed) != 0) continue;
            now_allowed = allowed & ~(card & different);
        }
        partial_[depth] = table_[i].place;
        if (depth + 1 < Values) {
            add_sets(depth + 1, i + 1, now_allowed, now_different);
        } else {
            Set set = partial_;
            std::sort(set.begin(), set.end());
            sets_.push_back(set);
        }
    }
}

// All bits of the properties that have a bit.
template <u32 Values>
u32 GeneralGames<Values>::whole_properties(u32 bits) const {
    u32 any = 0;
    for (u32 value = 0; value < Values; ++value) any |= bits >> value;
    return (any & lowest_bits_) * ((1u << Values) - 1);
}

template <u32 Values>
void GeneralGames<Values>::settle() {
    const auto added = sets_.begin() + static_cast<i64>(settled_);
    if (sets_.end() - added < many_sets) {
        std::sort(added, sets_.end());
    } else {
        sort_many(added, sets_.end());
    }
    std::inplace_merge(sets_.begin(), added, sets_.end());
    settled_ = sets_.size();
}

template class GeneralGames<2>;
template class GeneralGames<4>;
template class GeneralGames<5>;

}  // namespace setlab
