// Partitions of cards into SETs by exact cover: SETs are bits of a few words, and the card with the fewest
// SETs left is covered first.
#pragma once

#include "solitaire/table.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

constexpr u32 most_cover_words = 4;
constexpr u32 most_cover_lines = 64 * most_cover_words;
constexpr u32 most_cover_cards = 42;  // 39 cards have at most 247 SETs, 42 seldom more than 256

// The remaining cards of a position, undealt ones first, and their SETs. The type of a partition has the
// number of its SETs with no undealt card in bits 0-3, with one in bits 4-7, with two in bits 8-11; the
// others have three.
class Cover {
  public:
    // False when there are too many cards or SETs.
    bool build(const u8* where) {
        each_ = 1;
        cards_ = 0;
        for (u32 kind = card_undealt; kind >= card_on_table; --kind) {
            for (u32 c = 0; c < solitaire_cards; ++c) {
                if (where[c] != kind) continue;
                if (cards_ == most_cover_cards) return false;
                rank_[c] = static_cast<u8>(cards_);
                card_[cards_++] = static_cast<u8>(c);
            }
            if (kind == card_undealt) undealt_ = cards_;
        }
        lines_ = 0;
        for (u32 i = 0; i < cards_; ++i)
            for (u64& word : through_[i]) word = 0;
        for (u32 i = 0; i < cards_; ++i) {
            for (u32 j = i + 1; j < cards_; ++j) {
                const u32 c = third_of(card_[i], card_[j]);
                if (where[c] == card_taken || rank_[c] <= j) continue;
                if (lines_ == most_cover_lines) return false;
                add(i, j, rank_[c]);
            }
        }
        for (u32 line = 0; line < lines_; ++line) {
            const u8* rank = line_rank_[line];
            for (u32 w = 0; w < most_cover_words; ++w)
                meeting_[line][w] = through_[rank[0]][w] | through_[rank[1]][w] | through_[rank[2]][w];
        }
        return true;
    }

    u32 cards() const { return cards_; }
    u32 undealt() const { return undealt_; }
    u32 lines() const { return lines_; }
    u32 words() const { return lines_ == 0 ? 1 : (lines_ + 63) / 64; }
    u32 card(u32 rank) const { return card_[rank]; }
    u32 rank(u32 card) const { return rank_[card]; }
    const u64* through(u32 rank) const { return through_[rank]; }
    const u64* meeting(u32 line) const { return meeting_[line]; }
    u64 line_mask(u32 line) const { return line_mask_[line]; }
    u64 all() const { return (u64{1} << cards_) - 1; }
    u64 undealt_mask() const { return (u64{1} << undealt_) - 1; }
    CardLine card_line(u32 line) const {
        const u8* rank = line_rank_[line];
        return ascending_line(card_[rank[0]], card_[rank[1]], card_[rank[2]]);
    }
    // The SET of three ranks; there must be one.
    u32 line_of(const CardLine& line) const {
        const u64 mask =
            u64{1} << rank_[line.card[0]] | u64{1} << rank_[line.card[1]] | u64{1} << rank_[line.card[2]];
        u32 found = 0;
        while (line_mask_[found] != mask) ++found;
        return found;
    }

    // Until the next build a search goes into one in `each` of the branches at some depth: neighbours are
    // alike, so that one stands for the others.
    void thin(u32 each) { each_ = each; }

    // Calls leaf(type, lines of the partition, their number) for every partition until leaf returns false.
    // Returns false then, and after `nodes` nodes.
    template <class Leaf>
    bool search(Leaf&& leaf, u64 nodes = ~u64{0}) {
        nodes_ = nodes;
        branches_ = 0;
        if (cards_ % 3 != 0) return true;
        if (words() == 1) return begin<1>(leaf);
        if (words() == 2) return begin<2>(leaf);
        if (words() == 3) return begin<3>(leaf);
        return begin<most_cover_words>(leaf);
    }

  private:
    static CardLine ascending_line(u32 a, u32 b, u32 c) {
        const u32 low = a < b ? (a < c ? a : c) : (b < c ? b : c),
                  high = a > b ? (a > c ? a : c) : (b > c ? b : c);
        return {{static_cast<u8>(low), static_cast<u8>(a + b + c - low - high), static_cast<u8>(high)}};
    }

    void add(u32 i, u32 j, u32 k) {
        const u32 hidden = (i < undealt_) + (j < undealt_) + (k < undealt_);
        line_mask_[lines_] = u64{1} << i | u64{1} << j | u64{1} << k;
        line_type_[lines_] = static_cast<u16>(hidden == 3 ? 0 : 1u << 4 * hidden);
        line_rank_[lines_][0] = static_cast<u8>(i);
        line_rank_[lines_][1] = static_cast<u8>(j);
        line_rank_[lines_][2] = static_cast<u8>(k);
        for (const u8 rank : line_rank_[lines_]) through_[rank][lines_ / 64] |= u64{1} << lines_ % 64;
        ++lines_;
    }

    template <u32 Words, class Leaf>
    bool begin(Leaf& leaf) {
        u64 open[Words];
        for (u32 w = 0; w < Words; ++w) {
            const u32 here = lines_ > 64 * w ? lines_ - 64 * w : 0;
            open[w] = here >= 64 ? ~u64{0} : (u64{1} << here) - 1;
        }
        return cover<Words>(all(), open, 0, 0, leaf);
    }

    template <u32 Words, class Leaf>
    bool cover(u64 left, const u64* open, u32 depth, u32 type, Leaf& leaf) {
        if (left == 0) return leaf(type, chosen_, depth);
        if (nodes_-- == 0) return false;
        if (nodes_ % 4096 == 0) check_interrupt();
        if (depth == thin_depth && branches_++ % each_ != 0) return true;
        u32 best = 0, fewest = ~0u;
        for (u64 rest = left; rest != 0; rest &= rest - 1) {
            const u32 rank = lowest_bit(rest);
            u32 number = 0;
            for (u32 w = 0; w < Words; ++w) number += count_bits(open[w] & through_[rank][w]);
            if (number >= fewest) continue;
            if (number == 0) return true;
            best = rank;
            fewest = number;
            if (number == 1) break;
        }
        for (u32 w = 0; w < Words; ++w) {
            for (u64 rest = open[w] & through_[best][w]; rest != 0; rest &= rest - 1) {
                const u32 line = 64 * w + lowest_bit(rest);
                u64 still_open[Words];
                for (u32 v = 0; v < Words; ++v) still_open[v] = open[v] & ~meeting_[line][v];
                chosen_[depth] = static_cast<u8>(line);
                if (!cover<Words>(left ^ line_mask_[line], still_open, depth + 1, type + line_type_[line],
                                  leaf))
                    return false;
            }
        }
        return true;
    }

    u32 cards_, undealt_, lines_;
    static constexpr u32 thin_depth = 5;
    u64 nodes_, branches_;
    u32 each_;
    u8 card_[most_cover_cards], rank_[solitaire_cards], chosen_[most_cover_cards / 3];
    u64 line_mask_[most_cover_lines];
    u16 line_type_[most_cover_lines];
    u8 line_rank_[most_cover_lines][3];
    u64 through_[most_cover_cards][most_cover_words];
    u64 meeting_[most_cover_lines][most_cover_words];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
