// The engine for solitaire, put together for one instruction set.
#pragma once

#include "solitaire/bound.hpp"
#include "solitaire/clairvoyant.hpp"
#include "solitaire/fitting.hpp"
#include "solitaire/player.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

struct SolitaireForTarget {
    static SolitairePlayer& player(void* scratch) { return *static_cast<SolitairePlayer*>(scratch); }

    static u64 scratch_bytes() { return sizeof(SolitairePlayer); }

    static void prepare(const SolitaireSpec& spec, void* scratch) { player(scratch).prepare(spec); }

    static void play(u64 first, u32 games, void* scratch, SolitaireRow* rows, u8* moves) {
        for (u32 i = 0; i < games; ++i) {
            u8 order[solitaire_cards];
            shuffle_deck(player(scratch).spec().seed, first + i, order);
            u8* to = moves == nullptr ? nullptr : moves + u64{3} * solitaire_most_turns * i;
            player(scratch).play_order(order, first + i, rows[i], to);
        }
    }

    static void play_order(const u8* order, u64 game, void* scratch, SolitaireRow& row, u8* moves) {
        player(scratch).play_order(order, game, row, moves);
    }

    static u32 judge(const SolitairePosition& position, void* scratch, u8* to, i64* values, i32* kind) {
        SolitaireTable table;
        table.start(position);
        LineCounts counts;
        counts.begin(table.where());
        TableLines lines;
        table.find_lines(lines);
        *kind = static_cast<i32>(player(scratch).judge(table, lines, counts, values));
        for (u32 k = 0; k < lines.size; ++k)
            for (u32 i = 0; i < 3; ++i) to[3 * k + i] = lines.line[k].card[i];
        return lines.size;
    }

    static u64 partitions(const u64* mask, u64 most, void* scratch, u8* rows) {
        Cover& cover = player(scratch).cover();
        u8 where[solitaire_cards];
        for (u32 c = 0; c < solitaire_cards; ++c) where[c] = mask[c / 64] >> c % 64 & 1;
        u64 number = 0;
        cover.build(where);
        cover.search([&](u32, const u8* chosen, u32 size) {
            if (number++ >= most) return true;
            for (u32 i = 0; i < size; ++i) {
                const CardLine line = cover.card_line(chosen[i]);
                for (const u8 card : line.card) *rows++ = card;
            }
            return true;
        });
        return number;
    }

    static i32 clairvoyant(const u8* order, u64 nodes, void* scratch, u64* memory, u64 slots, u8* moves,
                           u64* visited) {
        Clairvoyant search(order, nodes, player(scratch).cover(), memory, slots, moves);
        const i32 answer = search.search();
        *visited = search.visited();
        return answer;
    }

    static void sums(u64 first, u32 games, void* scratch, SolitaireSum* rows) {
        for (u32 i = 0; i < games; ++i)
            log_sums(player(scratch), first + i, rows + u64{solitaire_stages} * i);
    }

    static void sample(u64 first, u32 games, u32 undealt, u32 deals, void* scratch, SolitaireSample* rows) {
        for (u32 i = 0; i < games; ++i)
            sample_position(player(scratch), first + i, undealt, deals, rows + 2 * i);
    }

    static u64 bound_bytes() { return sizeof(BoundSearch); }

    static void bound_prepare(void* memory) { static_cast<BoundSearch*>(memory)->prepare(); }

    static void bound(const BoundSpec& spec, u64 first, u32 games, void* scratch, void* memory,
                      BoundRow* rows) {
        for (u32 i = 0; i < games; ++i)
            static_cast<BoundSearch*>(memory)->search(spec, player(scratch), first + i, rows[i]);
    }

    static constexpr SolitaireKernel kernel{scratch_bytes, prepare,       play,         play_order, judge,
                                            partitions,    clairvoyant,   shuffle_deck, sums,       sample,
                                            bound_bytes,   bound_prepare, bound};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
