// Solitaire: the rules, and players that value positions.
#include <algorithm>

#include "solitaire/engine.hpp"
#include "solitaire/table.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

Kept<SolitaireEngine> players;

constexpr u8 no_card = 255;
constexpr u32 budgets_given = 16;

// Deals three more cards as long as there is no SET.
void deal_due(SolitaireTable& table, TableLines& lines) {
    for (table.find_lines(lines); lines.size == 0 && table.undealt() != 0; table.find_lines(lines))
        table.deal_three();
}

bool take(SolitaireTable& table, const TableLines& lines, const u8* move) {
    for (u32 k = 0; k < lines.size; ++k) {
        const CardLine& line = lines.line[k];
        if (!std::is_permutation(move, move + 3, line.card)) continue;
        table.take(line);
        return true;
    }
    return false;
}

void answer_state(const SolitaireTable& table, const TableLines& lines) {
    std::vector<u8> slots, undealt, sets;
    for (u32 p = 0; p < table.slots(); ++p) {
        const u32 card = table.card_at(p);
        slots.push_back(SolitaireTable::is_card(card) ? static_cast<u8>(card) : no_card);
    }
    for (u32 c = 0; c < solitaire_cards; ++c)
        if (table.where(c) == card_undealt) undealt.push_back(static_cast<u8>(c));
    for (u32 k = 0; k < lines.size; ++k) sets.insert(sets.end(), lines.line[k].card, lines.line[k].card + 3);
    answer(slots);
    answer(undealt);
    answer(sets);
}

// The budgets in the order of setlab.solitaire.values.Budgets.
SolitaireBudgets budgets_of(const u32* given) {
    return {
        .general_from = given[0],
        .exact_from = given[1],
        .deep_from = given[2],
        .ahead_from = given[3],
        .sums_from = given[4],
        .beliefs_from = given[5],
        .deals = given[6],
        .work = given[7],
        .partitions = given[8],
        .steps = given[9],
        .deep_deals = {given[10], given[11], given[12]},
        .width = given[13],
        .margin = given[14],
        .narrow = given[15],
    };
}

// Reads numbers one after the other.
class Numbers {
  public:
    explicit Numbers(const i64* numbers) : next_(numbers) {}

    template <class T>
    void read(T& to) {
        if constexpr (std::is_array_v<T>)
            for (auto& each : to) read(each);
        else
            to = static_cast<T>(*next_++);
    }

  private:
    const i64* next_;
};

constexpr u64 numbers_in_weights =
    u64{solitaire_stages} * (2 * solitaire_features + solitaire_beliefs + solitaire_knots) +
    sizeof(SolitaireWeights::log_of) / 4 + sizeof(SolitaireWeights::inverse_of) / 4;

}  // namespace

// The state before each move and after the last, all cards dealt that are due: of each the slots (255 is
// empty), the undealt cards in ascending order, and the SETs on the table. The deck is that of a game of a
// seed.
SETLAB_EXPORT(solitaire_states) i32 solitaire_states(u64 seed, u64 game, const u8* moves, u32 turns) {
    answers.clear();
    u8 order[solitaire_cards];
    shuffle_deck(seed, game, order);
    SolitaireTable table;
    TableLines lines;
    table.start(order);
    deal_due(table, lines);
    answer_state(table, lines);
    for (u32 turn = 0; turn < turns; ++turn) {
        if (!take(table, lines, moves + 3 * turn)) return bad_move;
        deal_due(table, lines);
        answer_state(table, lines);
    }
    return none;
}

// A player: its number, or minus a fault. The weights are linear, logs, inverses, curves, tilts and beliefs,
// in the order of SolitaireWeights; only a player that values positions has them.
SETLAB_EXPORT(make_player)
i32 make_player(u32 strategy, const u32* budgets, u32 given, const i64* weights, u32 numbers) {
    answers.clear();
    if (given != budgets_given || strategy > static_cast<u32>(SolitaireStrategy::valued)) return -bad_player;
    auto plan = std::make_unique<SolitairePlan>();
    plan->strategy = static_cast<SolitaireStrategy>(strategy);
    plan->budgets = budgets_of(budgets);
    if (plan->budgets.exact_from > 15 || plan->budgets.steps > 3) return -bad_player;
    if (plan->budgets.general_from > 12) return -bad_player;
    if (plan->strategy != SolitaireStrategy::valued)
        return players.keep(std::make_unique<SolitaireEngine>(*plan, Isa::plain));
    if (numbers != numbers_in_weights) return -bad_weights;
    Numbers from(weights);
    from.read(plan->weights.linear);
    from.read(plan->weights.log_of);
    from.read(plan->weights.inverse_of);
    from.read(plan->weights.curve);
    from.read(plan->weights.tilt);
    from.read(plan->weights.belief);
    return players.keep(std::make_unique<SolitaireEngine>(*plan, Isa::plain));
}

SETLAB_EXPORT(drop_player) void drop_player(u32 player) { players.drop(player); }

// The SETs on a table, their values, and the kind of these values.
SETLAB_EXPORT(judge) i32 judge(u32 player, const u8* table, u32 cards, const u8* undealt, u32 left) {
    answers.clear();
    SolitaireEngine* const engine = players.find(player);
    if (engine == nullptr) return bad_handle;
    SolitairePosition position{};
    std::vector<bool> seen(solitaire_cards);
    if (cards > 21) return bad_position;
    if (!are_cards({table, cards}, seen) || !are_cards({undealt, left}, seen)) return bad_cards;
    for (u32 i = 0; i < cards; ++i)
        position.where[position.slot[position.slots++] = table[i]] = card_on_table;
    for (u32 i = 0; i < left; ++i) position.where[undealt[i]] = card_undealt;
    std::vector<u8> lines(3 * most_solitaire_lines);
    std::vector<i64> values(most_solitaire_lines);
    i32 kind = 0;
    const u32 size = engine->judge(position, lines.data(), values.data(), kind);
    if (kind == 0) std::fill(values.begin(), values.end(), 0);
    answer(lines.data(), 3 * size);
    answer(values.data(), size);
    answer(&kind, 1);
    return none;
}

// Games played by a player: of each the cards left, the undealt cards when it was declared won, the SETs
// taken and the value; and the SETs, 27 times three cards for each game.
SETLAB_EXPORT(play_solitaire) i32 play_solitaire(u32 player, u64 seed, u64 first, u32 games) {
    answers.clear();
    SolitaireEngine* const engine = players.find(player);
    if (engine == nullptr) return bad_handle;
    if (!fits(first, games)) return bad_range;
    if (games > most_numbers / (3 * solitaire_most_turns)) return too_many;
    std::vector<SolitaireRow> rows(games);
    std::vector<u8> moves(u64{games} * 3 * solitaire_most_turns);
    engine->play(seed, first, games, 1, rows.data(), moves.data());
    answer(rows);
    answer(moves);
    return none;
}

// The same games counted: not cleared and cleared, by cards left, not declared won and declared.
SETLAB_EXPORT(tally_solitaire) i32 tally_solitaire(u32 player, u64 seed, u64 first, u64 games) {
    answers.clear();
    SolitaireEngine* const engine = players.find(player);
    if (engine == nullptr) return bad_handle;
    if (!fits(first, games)) return bad_range;
    if (games > most_numbers / sizeof(SolitaireRow)) return too_many;
    std::vector<SolitaireRow> rows(games);
    engine->play(seed, first, games, 1, rows.data(), nullptr);
    std::vector<i64> clear(2), left(solitaire_cards + 1), declared(2);
    for (const SolitaireRow& row : rows) {
        ++clear[row.leftover == 0];
        ++left[row.leftover];
        ++declared[row.declared >= 0];
    }
    answer(clear);
    answer(left);
    answer(declared);
    return none;
}

// How many deals cannot be cleared, or were left open, and how many can be by a player who knows the order of
// the deck. A deal that the first nodes leave open is searched again.
SETLAB_EXPORT(tally_clairvoyant)
i32 tally_clairvoyant(u64 seed, u64 first, u64 games, u32 first_nodes, u32 nodes) {
    answers.clear();
    if (!fits(first, games)) return bad_range;
    const bool bounded = first_nodes >= 1 && first_nodes <= nodes && nodes <= 1u << 22;
    if (!bounded || games > most_numbers / (3 * solitaire_most_turns)) return too_many;
    std::vector<i32> found(games);
    std::vector<u8> moves(3 * solitaire_most_turns * games);
    search_solitaire(seed, first, games, first_nodes, 1, Isa::plain, found.data(), moves.data());
    std::vector<i64> clear(2);
    for (u64 game = 0; game < games; ++game) {
        u8 order[solitaire_cards];
        shuffle_deck(seed, first + game, order);
        if (found[game] < 0) found[game] = search_solitaire_order(order, nodes, Isa::plain, moves.data());
        ++clear[found[game] == 1];
    }
    answer(clear);
    return none;
}

// Whether a deck can be cleared by a player who knows its order: 1, 0, or -1 when the nodes did not suffice;
// and the SETs.
SETLAB_EXPORT(solitaire_clairvoyant_order) i32 solitaire_clairvoyant_order(const u8* order, u32 nodes) {
    answers.clear();
    std::vector<bool> seen(solitaire_cards);
    if (!are_cards({order, solitaire_cards}, seen)) return bad_cards;
    if (nodes < 1 || nodes > 1u << 22) return too_many;
    std::vector<u8> moves(3 * solitaire_most_turns);
    const i32 found = search_solitaire_order(order, nodes, Isa::plain, moves.data());
    answer(&found, 1);
    answer(moves);
    return none;
}

}  // namespace setlab
