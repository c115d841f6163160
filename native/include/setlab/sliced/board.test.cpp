#include "setlab/sliced/board.hpp"

#include <memory>
#include <vector>

#include "setlab/generator.hpp"
#include "setlab/shuffle.hpp"
#include "setlab/sliced/choice.hpp"
#include "setlab/sliced/words.test.hpp"
#include "setlab/space.hpp"

using namespace setlab;
using namespace setlab::sliced;

namespace {

constexpr u32 hole = 81;

// Places with the first cards of a shuffled deck, a table for every game.
struct Tables {
    Tables(u32 games, u32 places, u64 seed, bool holes) : card(games, std::vector<u32>(places)) {
        for (u32 game = 0; game < games; ++game) {
            Undealt<81> undealt(81);
            for (u32 k = 0; k < places; ++k) {
                card[game][k] = undealt.take(draw_below<16>(seed, game, k, 81 - k));
                if (holes && draw_below<16>(seed, game, 100 + k, 3) == 0) card[game][k] = hole;
            }
        }
    }
    bool is_set(u32 game, u32 i, u32 j, u32 k) const {
        const auto& at = card[game];
        return at[i] != hole && at[j] != hole && at[k] != hole && is_line(at[i], at[j], at[k]);
    }
    std::vector<std::vector<u32>> card;
};

template <class Word, u32 Places>
void lay(const Tables& tables, Board<Word, Places>& board) {
    for (u32 place = 0; place < Places; ++place) {
        put_numbers(board.card[place].bit, [&](u32 game) {
            const u32 card = tables.card[game][place];
            return card == hole ? 0 : coordinates(card);
        });
    }
}

// Whether a third place in from ... to - 1 completes the pair to a SET.
bool is_completed(const Tables& tables, u32 game, u32 i, u32 j, u32 from, u32 to) {
    for (u32 k = from > j ? from : j + 1; k < to; ++k)
        if (tables.is_set(game, i, j, k)) return true;
    return false;
}

template <class Word, u32 Places>
void check_misses(const Tables& tables, const Board<Word, Places>& board) {
    using B = Board<Word, Places>;
    for (u32 game = 0; game < bits_in<Word>; ++game) {
        for (u32 size = 0; size < B::sizes; ++size) {
            const u32 from = size == 0 ? 0 : 9 + 3 * size, to = 12 + 3 * size;
            bool same = true, none = true;
            for (u32 i = 0; i < B::firsts; ++i) {
                for (u32 j = i + 1; j < B::seconds; ++j) {
                    const bool found = is_completed(tables, game, i, j, from, to);
                    same &= bit_of(board.miss[size][B::pair(i, j)], game) != found;
                    none &= !found;
                }
            }
            CHECK(same);
            CHECK(bit_of(board.none[size], game) == none);
        }
    }
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

TEST_CASE("misses are the pairs that no card behind them completes, by the size of the table") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        const Tables tables(bits_in<Word>, 18, 11, false);
        const auto board = std::make_unique<Board<Word, 18>>();
        lay(tables, *board);
        find_agreements(*board);
        find_misses<false>(*board);
        check_misses(tables, *board);
    });
}

TEST_CASE("no SET has a hole") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (u64 seed = 0; seed < 4; ++seed) {
            const Tables tables(bits_in<Word>, 12, seed, true);
            const auto board = std::make_unique<Board<Word, 12>>();
            lay(tables, *board);
            find_agreements(*board);
            mark_holes(*board);
            find_misses<true>(*board);
            check_misses(tables, *board);
        }
    });
}

TEST_CASE("the SET of every rank is found") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        const Tables tables(bits_in<Word>, 15, 12, false);
        const auto board = std::make_unique<Board<Word, 15>>();
        lay(tables, *board);
        find_agreements(*board);
        find_misses<false>(*board);
        Hits<Word, 15> hits;
        const Word all = ~Word{};
        hits.find(*board, &all);
        for (u32 wanted = 0; wanted < 4; ++wanted) {
            Rank<Word> rank;
            put_numbers(rank.digit, [&](u32) { return wanted; });
            Chosen<Word, 15> chosen;
            chosen.find(hits, rank);
            for (u32 game = 0; game < bits_in<Word>; ++game) {
                const std::vector<u32> sets = sets_of(tables, game, 15);
                CHECK(number_of(hits.total(), count_digits, game) == sets.size() / 3);
                for (u32 place = 0; place < 15; ++place) {
                    const bool there = 3 * wanted < sets.size();
                    CHECK(bit_of(chosen.first[place], game) == (there && sets[3 * wanted] == place));
                    if (there) CHECK(bit_of(chosen.second[place], game) == (sets[3 * wanted + 1] == place));
                }
            }
        }
    });
}
