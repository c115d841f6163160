// A player who knows the order of the deck: a search that remembers the positions from which it failed.
#pragma once

#include "solitaire/choice.hpp"
#include "solitaire/cover.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class Clairvoyant {
  public:
    // memory: `slots` pairs of words, a power of two, for positions that failed.
    Clairvoyant(const u8* order, u64 nodes, Cover& cover, u64* memory, u64 slots, u8* moves)
        : order_(order),
          nodes_(nodes),
          visited_(0),
          cover_(cover),
          failed_(memory),
          slots_(slots),
          moves_(moves) {
        for (u64 i = 0; i < 2 * slots; ++i) failed_[i] = 0;
    }

    // 1: the deck can be cleared; 0: it cannot; -1: the nodes did not suffice.
    i32 search() {
        SolitaireTable table;
        table.start(order_);
        return search(table);
    }

    u64 visited() const { return visited_; }

  private:
    // With so few cards left it pays to ask whether there is a partition at all.
    static constexpr u32 ask_from = 27;

    i32 search(SolitaireTable& table) {
        TableLines lines;
        for (table.find_lines(lines); lines.size == 0; table.find_lines(lines)) {
            if (table.undealt() == 0) return table.cards() == 0;
            table.deal_three();
        }
        if (table.remaining() <= ask_from && !has_partition(table)) return 0;
        if (visited_ == nodes_) return -1;
        if (++visited_ % 64 == 0) check_interrupt();
        const u64 slot = slot_of(table);
        if (failed_[2 * slot] != 0 || failed_[2 * slot + 1] != 0) return 0;
        sort(table, lines);
        for (u32 k = 0; k < lines.size; ++k) {
            SolitaireTable next = table;
            next.take(lines.line[k]);
            if (const i32 answer = search(next); answer != 0) {
                if (answer == 1)
                    for (u32 i = 0; i < 3; ++i) moves_[3 * table.turns() + i] = lines.line[k].card[i];
                return answer;
            }
        }
        remember(table);
        return 0;
    }

    bool has_partition(const SolitaireTable& table) {
        bool found = false;
        if (!cover_.build(table.where())) return true;
        cover_.search([&](u32, const u8*, u32) {
            found = true;
            return false;
        });
        return found;
    }

    struct Key {
        u64 low, high;
    };

    static Key key_of(const SolitaireTable& table) {
        Key key{0, u64{table.undealt() + 1} << 32};
        for (u32 p = 0; p < table.slots(); ++p) {
            const u32 card = table.card_at(p);
            if (!SolitaireTable::is_card(card)) continue;
            (card < 64 ? key.low : key.high) |= u64{1} << card % 64;
        }
        return key;
    }

    // The slot of a position, or the empty one where it belongs. There are more slots than nodes.
    u64 slot_of(const SolitaireTable& table) const {
        const Key key = key_of(table);
        u64 mixed = key.low * 0x9E3779B97F4A7C15u ^ key.high * 0xC2B2AE3D27D4EB4Fu;
        mixed ^= mixed >> 29;
        u64 slot = mixed & (slots_ - 1);
        while ((failed_[2 * slot] != 0 || failed_[2 * slot + 1] != 0) &&
               (failed_[2 * slot] != key.low || failed_[2 * slot + 1] != key.high))
            slot = (slot + 1) & (slots_ - 1);
        return slot;
    }

    void remember(const SolitaireTable& table) {
        const Key key = key_of(table);
        const u64 slot = slot_of(table);
        failed_[2 * slot] = key.low;
        failed_[2 * slot + 1] = key.high;
    }

    // Thrifty SETs first.
    static void sort(const SolitaireTable& table, TableLines& lines) {
        u32 met[most_table_lines];
        for (u32 k = 0; k < lines.size; ++k) {
            const CardLine line = lines.line[k];
            u32 here = 0;
            for (const u8 card : line.card) here += lines_through(table.where(), card);
            u32 at = k;
            for (; at > 0 && met[at - 1] > here; --at) {
                met[at] = met[at - 1];
                lines.line[at] = lines.line[at - 1];
            }
            met[at] = here;
            lines.line[at] = line;
        }
    }

    const u8* order_;
    u64 nodes_, visited_;
    Cover& cover_;
    u64* failed_;
    u64 slots_;
    u8* moves_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
