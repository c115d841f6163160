// A game of anti-SET for two on AG(d,3): who holds which card, and which cards complete a SET of whom.
// src/setlab/antiset/game.py defines it.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "setlab/types.hpp"

namespace setlab {

constexpr int smallest_antiset_dimension = 2, largest_antiset_dimension = 5;

using Cards = std::vector<int>;
using CardBlock = std::array<int, 3>;

// The cards of AG(d,3), the first coordinate the most significant digit.
class TernarySpace {
  public:
    explicit TernarySpace(int dimension) : dimension_(dimension), third_(1, 0) {
        for (int size = 1; dimension-- > 0; size *= 3) third_ = one_more(third_, size);
    }

    int dimension() const { return dimension_; }
    int cards() const {
        int cards = 1;
        for (int i = 0; i < dimension_; ++i) cards *= 3;
        return cards;
    }
    int third(int a, int b) const { return third_[a * cards() + b]; }
    int negative(int a) const { return third(a, 0); }
    int add(int a, int b) const { return negative(third(a, b)); }
    int subtract(int a, int b) const { return add(a, negative(b)); }

  private:
    // The table of third cards with one more property, which is the first.
    static std::vector<u8> one_more(const std::vector<u8>& smaller, int size) {
        const int cards = 3 * size;
        std::vector<u8> table(cards * cards);
        for (int a = 0; a < cards; ++a)
            for (int b = 0; b < cards; ++b)
                table[a * cards + b] = static_cast<u8>((6 - a / size - b / size) % 3 * size +
                                                       smaller[a % size * size + b % size]);
        return table;
    }

    int dimension_;
    std::vector<u8> third_;
};

class AntisetGame {
  public:
    explicit AntisetGame(const TernarySpace& space)
        : space_(&space), owner_(space.cards(), -1), deadly_{Cards(space.cards()), Cards(space.cards())} {}

    const TernarySpace& space() const { return *space_; }
    int cards() const { return space_->cards(); }
    const Cards& moves() const { return moves_; }
    const Cards& hand(int player) const { return hand_[player]; }
    int turn() const { return static_cast<int>(moves_.size() % 2); }
    int owner(int card) const { return owner_[card]; }
    int loser() const { return loser_; }  // -1 if nobody holds a SET
    bool is_over() const { return loser_ >= 0 || static_cast<int>(moves_.size()) == cards(); }
    int rounds() const { return static_cast<int>(moves_.size() + 1) / 2; }
    bool completes_one(int card, int player) const { return deadly_[player][card] != 0; }

    // The free cards, in ascending order, or those that complete no SET of the player whose turn it is.
    Cards free(bool safe = false) const {
        Cards found;
        for (int card = 0; card < cards() && !is_over(); ++card)
            if (owner_[card] < 0 && !(safe && completes_one(card, turn()))) found.push_back(card);
        return found;
    }

    // The first SET that a card completes for a player.
    std::optional<CardBlock> completes(int card, int player) const {
        std::optional<CardBlock> first;
        for (const int a : hand_[player]) {
            const int b = space_->third(card, a);
            if (a == card || owner_[b] != player || !completes_one(card, player)) continue;
            CardBlock block{card, a, b};
            std::sort(block.begin(), block.end());
            if (!first || block < *first) first = block;
        }
        return first;
    }

    // The card must be free, and the game not over.
    void push(int card) {
        const int player = turn();
        if (completes_one(card, player)) loser_ = player;
        for (const int other : hand_[player]) ++deadly_[player][space_->third(card, other)];
        owner_[card] = player;
        hand_[player].push_back(card);
        moves_.push_back(card);
    }

    // Takes the last move back.
    void pop() {
        const int card = moves_.back(), player = turn() ^ 1;
        moves_.pop_back();
        hand_[player].pop_back();
        owner_[card] = -1;
        for (const int other : hand_[player]) --deadly_[player][space_->third(card, other)];
        loser_ = -1;
    }

  private:
    const TernarySpace* space_;
    Cards moves_, owner_, hand_[2], deadly_[2];
    int loser_ = -1;
};

}  // namespace setlab
