#include "solitaire/table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace setlab;

namespace {

std::vector<u8> deck_of(u64 game) {
    std::vector<u8> order(solitaire_cards);
    shuffle_deck(3, game, order.data());
    return order;
}

u32 plain_lines(const SolitaireTable& table) {
    u32 lines = 0;
    for (u32 a = 0; a < solitaire_cards; ++a) {
        for (u32 b = a + 1; b < solitaire_cards; ++b) {
            const u32 c = third(a, b);
            lines += c > b && table.where(a) == card_on_table && table.where(b) == card_on_table &&
                     table.where(c) == card_on_table;
        }
    }
    return lines;
}

}  // namespace

TEST_CASE("a deck of solitaire has every card once") {
    std::vector<u8> order = deck_of(1);
    std::sort(order.begin(), order.end());
    for (u32 card = 0; card < solitaire_cards; ++card) CHECK(order[card] == card);
}

TEST_CASE("a game that takes the first SET: cards are kept, lines are those of the table") {
    for (u64 game = 0; game < 30; ++game) {
        const std::vector<u8> order = deck_of(game);
        SolitaireTable table;
        table.start(order.data());
        REQUIRE(table.cards() == full_table);
        for (TableLines lines;;) {
            table.find_lines(lines);
            REQUIRE(lines.size == plain_lines(table));
            REQUIRE(table.remaining() + 3 * table.turns() == solitaire_cards);
            if (lines.size != 0) {
                const auto [a, b, c] = lines.line[0].card;
                REQUIRE(is_line(a, b, c));
                table.take(lines.line[0]);
                REQUIRE(table.where(a) == card_taken);
            } else if (table.undealt() != 0) {
                table.deal_three();
            } else {
                break;
            }
        }
        CHECK(table.undealt() == 0);
    }
}
