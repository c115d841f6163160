// Where SETs lie on tables of all kinds, and which one a rank chooses, against loops over all triples.
#include <memory>
#include <vector>

#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/sliced/agreement_table.hpp"
#include "setlab/sliced/near_memory.test.hpp"
#include "setlab/space.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;
using namespace setlab::sliced;

namespace {

constexpr u32 hole = 81;

// Places with the first cards of a shuffled deck, a table for every game.
struct Tables {
    Tables(u32 games, u32 places, u64 seed) : card(games, std::vector<u32>(places)) {
        for (u32 game = 0; game < games; ++game) {
            Undealt<81> undealt(81);
            for (u32 k = 0; k < places; ++k)
                card[game][k] = undealt.take(draw_below<16>(seed, game, k, 81 - k));
        }
    }
    bool is_set(u32 game, u32 i, u32 j, u32 k) const {
        const auto& at = card[game];
        return at[i] != hole && at[j] != hole && at[k] != hole && is_line(at[i], at[j], at[k]);
    }
    // Whether a third place below `end` completes the pair to a SET.
    bool is_completed(u32 game, u32 i, u32 j, u32 end) const {
        for (u32 k = j + 1; k < end; ++k)
            if (is_set(game, i, j, k)) return true;
        return false;
    }
    bool has_set(u32 game, u32 begin, u32 end) const {
        for (u32 i = 0; i < end; ++i)
            for (u32 j = i + 1; j < end; ++j)
                for (u32 k = j + 1 > begin ? j + 1 : begin; k < end; ++k)
                    if (is_set(game, i, j, k)) return true;
        return false;
    }
    std::vector<std::vector<u32>> card;
};

template <class Word, class Table>
void lay(const Tables& tables, u32 places, Table& table) {
    for (u32 place = 0; place < places; ++place) {
        Card<Word> card;
        put_numbers(card.bit, [&](u32 game) {
            const u32 number = tables.card[game][place];
            return number == hole ? 0 : coordinates(number);
        });
        table.put_card(place, card);
    }
}

// The games `larger` have all places of the table, the others twelve.
template <class Word, u32 Places, class Hits>
void check_hits(const Tables& tables, const Hits& hits, Word larger) {
    for (u32 game = 0; game < bits_in<Word>; ++game) {
        bool same = true;
        const u32 end = bit_of(larger, game) ? Places : full_table;
        for (u32 i = 0; i < Pairs<Places>::firsts; ++i)
            for (u32 j = i + 1; j < Pairs<Places>::seconds; ++j)
                same &= bit_of(hits.hit(i, j), game) == tables.is_completed(game, i, j, end);
        CHECK(same);
    }
}

// Searches all parts of a table; every third game has no place behind the first twelve.
template <class Word, u32 Places, class Table>
void check_table(const Tables& tables, Table& table) {
    lay<Word>(tables, Places, table);
    const Word some = table.template search<0>(~Word{});
    Word larger{};
    for (u32 game = 0; game < bits_in<Word>; ++game) {
        CHECK(bit_of(some, game) == tables.has_set(game, 0, full_table));
        if (game % 3 != 0) larger |= ones_between<Word>(game, game + 1);
    }
    const Word some_15 = table.template search<1>(larger);
    if constexpr (Places == 18) {
        for (u32 game = 0; game < bits_in<Word>; ++game)
            CHECK(bit_of(some_15, game) == (game % 3 != 0 && tables.has_set(game, 12, 15)));
        table.template search<2>(larger);
    }
    check_hits<Word, Places>(tables, table.hits(), larger);
}

// The SETs of a table in their order: place 3 * rank + p of the list.
std::vector<u32> sets_of(const Tables& tables, u32 game, u32 places) {
    std::vector<u32> found;
    for (u32 i = 0; i < places; ++i)
        for (u32 j = i + 1; j < places; ++j)
            for (u32 k = j + 1; k < places; ++k)
                if (tables.is_set(game, i, j, k)) found.insert(found.end(), {i, j, k});
    return found;
}

}  // namespace

TEST_CASE("hits are the pairs that a card behind them completes, on every kind of table") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (u64 seed = 10; seed < 13; ++seed) {
            const Tables tables(bits_in<Word>, 18, seed);
            check_table<Word, 18>(tables, *std::make_unique<PlainTable<Word, 18>>());
            check_table<Word, 15>(tables, *std::make_unique<AgreementTable<Word>>());
            const auto memory = std::make_unique<PlainNearMemory<Word>>();
            NearTable<Word, PlainNearMemory<Word>> table(*memory);
            check_table<Word, 15>(tables, table);
        }
    });
}

// Cards of three places are taken: those of a SET, or any where there is none.
template <class Word, class Table>
void take_three(Tables& tables, Table& table, Card<Word> (&taken)[3]) {
    std::vector<std::vector<u32>> places;
    for (u32 game = 0; game < bits_in<Word>; ++game) {
        places.push_back(sets_of(tables, game, 12));
        if (places[game].empty()) places[game] = {1, 5, 8};
    }
    for (u32 x = 0; x < 3; ++x)
        put_numbers(taken[x].bit, [&](u32 game) { return coordinates(tables.card[game][places[game][x]]); });
    for (u32 game = 0; game < bits_in<Word>; ++game)
        for (u32 x = 0; x < 3; ++x) tables.card[game][places[game][x]] = hole;
    lay<Word>(tables, 12, table);
}

TEST_CASE("no SET has a card that was taken") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (u64 seed = 0; seed < 4; ++seed) {
            Tables tables(bits_in<Word>, 12, seed);
            const auto table = std::make_unique<PlainTable<Word, 12>>();
            lay<Word>(tables, 12, *table);
            Word some = table->template search<0>(~Word{});
            for (u32 taken = 0; taken < 3; ++taken) {
                for (u32 game = 0; game < bits_in<Word>; ++game)
                    CHECK(bit_of(some, game) == tables.has_set(game, 0, 12));
                check_hits<Word, 12>(tables, *table, ~Word{});
                Card<Word> cards[3];
                take_three(tables, *table, cards);
                some = forget_cards(*table, cards);
            }
        }
    });
}

TEST_CASE("the SET of every rank is found") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        const Tables tables(bits_in<Word>, 15, 12);
        const auto table = std::make_unique<AgreementTable<Word>>();
        lay<Word>(tables, 15, *table);
        table->template search<0>(~Word{});
        table->template search<1>(~Word{});
        Sums<Word, 15> sums;
        count_sets(*table, sums);
        for (u32 wanted = 0; wanted < 4; ++wanted) {
            Rank<Word> rank;
            put_numbers(rank.digit, [&](u32) { return wanted; });
            Chosen<Word, 15> chosen;
            chosen.find(*table, sums, rank);
            for (u32 game = 0; game < bits_in<Word>; ++game) {
                const std::vector<u32> sets = sets_of(tables, game, 15);
                CHECK(number_of(sums.total(), count_digits, game) == sets.size() / 3);
                // With no SET of that rank nothing is chosen, or what does not matter.
                if (3 * wanted >= sets.size()) continue;
                for (u32 place = 0; place < 15; ++place) {
                    CHECK(bit_of(chosen.first[place], game) == (sets[3 * wanted] == place));
                    CHECK(bit_of(chosen.second[place], game) == (sets[3 * wanted + 1] == place));
                }
            }
        }
    });
}
