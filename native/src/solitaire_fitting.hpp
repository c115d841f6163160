// What the fitting of weights asks of games. src/setlab/solitaire/train.py uses it.
#pragma once

#include "solitaire_player.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Plays a game and notes, for the first decision at every stage with sums, the logarithm of the best one in
// steps (0 where there is none, -1 where there was no decision); at stage 0, the exact value that the game
// came to.
inline void log_sums(SolitairePlayer& player, u64 number, i32* row) {
    const SolitaireSpec& spec = player.spec();
    u8 order[solitaire_cards];
    shuffle_deck(spec.seed, number, order);
    for (u32 stage = 0; stage < solitaire_stages; ++stage) row[stage] = -1;
    player.begin(order);
    i64 values[most_table_lines];
    while (player.step(order, number, [&](u32 undealt) {
        if (player.value() >= 0) return false;
        const TableLines& lines = player.lines();
        i32& noted = row[undealt / 3];
        if (undealt > spec.sums_from || noted >= 0 || !player.judge_sums(player.game().table, lines, values))
            return true;
        const i64 best = values[SolitairePlayer::best_of(values, lines.size)];
        noted = best == 0 ? 0 : static_cast<i32>(log_steps(static_cast<u64>(best)));
        return true;
    })) {
    }
    row[0] = player.value() < 0 ? (player.game().table.remaining() == 0 ? static_cast<i32>(solitaire_one) : 0)
                                : player.value();
}

// Shuffles the cards from `start` on by draws of 32 bits, from draw `k` on.
inline void reshuffle(u64 seed, u64 number, u64 k, u32 start, u8* order) {
    for (u32 i = solitaire_cards - 1; i > start; --i) {
        const u32 j = start + draw_below<32>(seed, number, k + i, i - start + 1);
        const u8 kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

// The value of the best move in a position, in parts of solitaire_one, and that move.
inline i64 best_value(SolitairePlayer& player, const SolitaireGame& game, const TableLines& lines) {
    const SolitaireSpec& spec = player.spec();
    const u32 undealt = game.table.undealt(), stage = undealt / 3;
    i64 values[most_table_lines];
    if (undealt <= spec.sums_from && player.judge_sums(game.table, lines, values)) {
        const i64 best = values[SolitairePlayer::best_of(values, lines.size)];
        return curve_value(spec.weights.curve[stage], static_cast<u64>(best));
    }
    player.judge_linear(game.table, lines, game.counts, values);
    return values[SolitairePlayer::best_of(values, lines.size)] >> 20;
}

// The game goes to `undealt` cards; then any SET is taken, and the value after the next deal is averaged.
// Without such a position feature 0 is 0.
inline void sample_position(SolitairePlayer& player, u64 number, u32 undealt, u32 deals,
                            SolitaireSample& row) {
    const u64 seed = player.spec().seed;
    u8 order[solitaire_cards];
    shuffle_deck(seed, number, order);
    for (i64& feature : row.feature) feature = 0;
    row.target = 0;
    player.begin(order);
    while (player.step(order, number, [&](u32 now) { return now > undealt; })) {
    }
    if (player.game().table.undealt() != undealt || player.lines().size == 0) return;
    const CardLine line = player.lines().line[draw_below<32>(seed, number, 0, player.lines().size)];
    LineCounts after = player.game().counts;
    after.take(line);
    after.features(player.spec().weights, player.game().table.cards(), row.feature);
    i64 sum = 0;
    for (u32 deal = 0; deal < deals; ++deal) {
        reshuffle(seed, number, 128 * (deal + 1), solitaire_cards - undealt, order);
        SolitaireGame game = player.game();
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
    row.target = sum / deals;
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
