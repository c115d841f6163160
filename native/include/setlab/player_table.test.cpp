// Players of solitaire as the GPU has them, compiled for the CPU, leave what the engine of the CPU leaves.
#include "setlab/player_table.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "setlab/near_list.hpp"
#include "setlab/translations.hpp"
#include "setlab/trial_game.hpp"
#include "solitaire/engine.hpp"

using namespace setlab;

namespace {

constexpr u64 seed = 7, first = (u64{2} << 32) - 100;
constexpr u32 games = 1500;

using Memory = SetMemory<u32, u32*, 8>;
using List = NearList<u32, 23, Memory>;
struct Layout {
    u16 card_at[List::most_slots];
    u8 slot_of[TableMask<4>::codes + 1];
    PairedMask<4> mask, others;
};

std::vector<SolitaireRow> engine_games(SolitaireStrategy strategy) {
    SolitairePlan plan{};
    plan.strategy = strategy;
    std::vector<SolitaireRow> rows(games);
    SolitaireEngine(plan, Isa::plain).play(seed, first, games, 1, rows.data(), nullptr);
    return rows;
}

template <Player player>
void check_player(SolitaireStrategy strategy) {
    const std::vector<SolitaireRow> wanted = engine_games(strategy);
    const Translations<4> translations;
    u32 near[8] = {}, far[84] = {};
    u16 code[81], rank[81];
    for (u32 card = 0; card < 81; ++card) code[card] = static_cast<u16>(packed(card));
    PlayerTable<Table<4, List, Layout, Translations<4>>, player> table(translations, Layout{},
                                                                       Memory{near, far});
    std::vector<i64> counts(3 * 82);
    const Searches searches{counts.data(), counts.data() + 82, counts.data() + 2 * 82};
    const SharedDeal deal{seed, 81, code, 88};
    for (u32 i = 0; i < games; ++i) {
        const GameRules rules{81, 12, Choice::random, Refill::standard};
        const GameResult result = play_trial<81, 16>(deal, rules, first + i, rank, table, searches);
        REQUIRE(static_cast<i32>(result.leftover) == wanted[i].leftover);
    }
}

}  // namespace

TEST_CASE("a basic player of the GPU plays as that of the CPU") {
    check_player<Player::basic>(SolitaireStrategy::basic);
}

TEST_CASE("a thrifty player of the GPU plays as that of the CPU") {
    check_player<Player::thrifty>(SolitaireStrategy::thrifty);
}
