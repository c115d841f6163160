// Whole games with any number of values, where a SET is n cards that are all the same or all different in
// every property. For three values there are faster engines.
#pragma once

#include <array>
#include <vector>

#include "games/endgame.hpp"

namespace setlab {

struct GeneralPlan {
    u64 seed;
    int dimension;
    std::vector<u16> deck;
    GameRules rules;
    bool always;
    u32 first_choice;
    int choice_width;
};

template <u32 Values>
class GeneralGames {
  public:
    explicit GeneralGames(const GeneralPlan& plan);

    // Plays the trials first ... first + size - 1.
    void play(u64 first, u32 size, const EndgameResults& results, const Looks& looks);

  private:
    // A SET is known by its places, in ascending order.
    using Set = std::array<u16, Values>;

    // A card is a mask with one bit of `Values` for every property.
    struct Lying {
        u16 place;
        u32 card;
    };

    void clear();
    GameResult play_standard(const Looks& looks);
    GameResult play_always(const Looks& looks);

    bool cards_remain() const { return next_ < plan_.rules.dealt; }
    void lay_first_cards();
    void lay(u32 place);
    void deal_to_new_places();
    bool look_and_take(const Looks& looks);
    u32 chosen(u32 candidates) const;
    std::vector<Set> candidates() const;
    void refill();
    void shrink(u32 number);
    std::vector<u16> holes() const;

    // Adds the SETs of `depth` cards chosen so far and others from `from` on. `allowed` has the bits that a
    // further card may have, `different` those of the properties in which the cards differ.
    void add_sets(u32 depth, u32 from, u32 allowed, u32 different);
    void settle();
    u32 whole_properties(u32 bits) const;

    const GeneralPlan& plan_;
    std::vector<u32> mask_of_;  // by rank in the deck
    u32 lowest_bits_;           // of every property
    u32 all_bits_;

    u64 trial_ = 0;
    std::vector<u32> game_;  // the cards in the order in which they are dealt
    u32 next_ = 0;
    u32 places_ = 0;
    u32 taken_ = 0;
    u32 no_set_deals_ = 0;
    u32 largest_ = 0;
    std::vector<Lying> table_;  // by place
    std::vector<Set> sets_;     // sorted, except those added last
    u64 settled_ = 0;
    Set partial_{};
};

extern template class GeneralGames<2>;
extern template class GeneralGames<4>;
extern template class GeneralGames<5>;

}  // namespace setlab
