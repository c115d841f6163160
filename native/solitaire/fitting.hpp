// The data to which weights are fitted. src/setlab/reference/solitaire.py defines them.
#pragma once

#include "solitaire/player.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Plays a game and notes, for the first decision at every stage with sums, the logarithm of the best one
// before it is tilted (0 where there is none, -1 where there was no decision) and the features after that
// move; and the exact value that the game came to.
inline void log_sums(SolitairePlayer& player, u64 seed, u64 number, SolitaireSums& row) {
    const SolitairePlan& plan = player.plan();
    row = {};
    for (i32& log : row.log) log = -1;
    player.begin(seed, number);
    i64 values[most_table_lines], feature[solitaire_features];
    while (player.step([&](u32 undealt) {
        if (player.value() >= 0) return false;
        const TableLines& lines = player.lines();
        const SolitaireGame& game = player.game();
        const u32 stage = undealt / 3;
        if (undealt > plan.budgets.sums_from || row.log[stage] >= 0 ||
            !player.judge_sums(game.table, lines, game.counts, values))
            return true;
        const u32 best = SolitairePlayer::best_of(values, lines.size);
        game.counts.features_after(plan.weights, game.table.cards(), lines.line[best], feature);
        const i64 tilt = tilt_of(plan.weights.tilt[stage], feature);
        row.log[stage] = values[best] == 0 ? 0 : static_cast<i32>(values[best] - tilt);
        for (u32 i = 0; i < solitaire_features; ++i) row.feature[stage][i] = static_cast<i32>(feature[i]);
        return true;
    })) {
    }
    const bool cleared = player.game().table.remaining() == 0;
    row.value = player.value() >= 0 ? player.value() : cleared ? static_cast<i32>(solitaire_one) : 0;
}

// The value of the best move in a position, in parts of solitaire_one.
inline i64 best_value(SolitairePlayer& player, const SolitaireGame& game, const TableLines& lines) {
    const SolitairePlan& plan = player.plan();
    const u32 undealt = game.table.undealt(), stage = undealt / 3;
    i64 values[most_table_lines];
    if (undealt <= plan.budgets.sums_from && player.judge_sums(game.table, lines, game.counts, values)) {
        const i64 best = values[SolitairePlayer::best_of(values, lines.size)];
        return best == 0 ? 0 : curve_at(plan.weights.curve[stage], best);
    }
    if (undealt > plan.budgets.beliefs_from || !player.judge_beliefs(game.table, lines, game.counts, values))
        player.judge_linear(game.table, lines, game.counts, values);
    return values[SolitairePlayer::best_of(values, lines.size)] >> 20;
}

// The position after a SET is taken: its features, and the mean value of what follows, which is returned.
inline i64 sample_move(SolitairePlayer& player, const SolitaireGame& from, const CardLine& line, u64 number,
                       u32 deals, i64* feature) {
    const u32 undealt = from.table.undealt();
    u8 order[solitaire_cards];
    for (u32 i = 0; i < solitaire_cards; ++i) order[i] = player.order()[i];
    belief_features(from.counts, player.plan().weights, from.table.cards(), line, player.beliefs(), feature);
    i64 sum = 0;
    for (u32 deal = 0; deal < deals; ++deal) {
        shuffle_part(player.seed(), number, 128 * (deal + 1), solitaire_cards - undealt, solitaire_cards,
                     order);
        SolitaireGame game = from;
        game.table.use(order);
        game.take(line, order);
        TableLines lines;
        for (;;) {
            game.table.find_lines(lines);
            if (lines.size != 0 && game.table.undealt() < undealt) break;
            if (lines.size != 0) {
                game.take(lines.line[choose_thrifty(game.table, lines)], order);
            } else {
                game.deal_three(order);
            }
        }
        sum += best_value(player, game, lines);
    }
    return sum / deals;
}

// The game goes to `undealt` undealt cards; then a random SET is taken, and the value after the next deal is
// averaged; and another SET, with the same deals. Where there is no such position or SET, feature 0 is 0.
inline void sample_position(SolitairePlayer& player, u64 seed, u64 number, u32 undealt, u32 deals,
                            SolitaireSample& row) {
    row = {};
    player.begin(seed, number);
    while (player.step([&](u32 now) { return now > undealt; })) {
    }
    if (player.game().table.undealt() != undealt || player.lines().size == 0) return;
    const SolitaireGame game = player.game();
    const TableLines lines = player.lines();
    const u32 first = draw_below<32>(seed, number, 0, lines.size);
    row.target[0] = sample_move(player, game, lines.line[first], number, deals, row.feature[0]);
    if (lines.size == 1) return;
    const u32 second = (first + 1 + draw_below<32>(seed, number, 1, lines.size - 1)) % lines.size;
    row.target[1] = sample_move(player, game, lines.line[second], number, deals, row.feature[1]);
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
