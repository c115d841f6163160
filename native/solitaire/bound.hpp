// An upper bound for every strategy: before each deal an informed player is shown candidate deals, one of
// which will come, and pays for them. src/setlab/reference/solitaire.py defines it, and
// src/setlab/solitaire/bounds.py says why it is a bound.
#pragma once

#include "solitaire/estimate.hpp"
#include "solitaire/player.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Exact values of single positions, with memory.
class BoundLeaves {
  public:
    void prepare() { values_.prepare(); }

    // The value before a move; -1 when there are too many partitions to list.
    double before(const u8* where) {
        return of(where, [](auto& exact) { return exact.value(); });
    }

    // The value before three cards are dealt.
    double dealt(const u8* where) {
        return of(where, [](auto& exact) { return exact.value_of_deal(); });
    }

  private:
    template <class Ask>
    double of(const u8* where, Ask&& ask) {
        if (!cover_.build(where)) return -1;
        return values_.with(cover_, [&](auto& exact) { return found(exact, ask); });
    }

    template <class Exact, class Ask>
    double found(Exact& exact, Ask& ask) {
        exact.begin(cover_);
        if (exact.partitions() == most_exact_partitions) return -1;
        return static_cast<double>(ask(exact)) / static_cast<double>(exact_one(cover_.undealt()));
    }

    static constexpr u32 remembered_bits = 18;
    Cover cover_;
    RememberingValues<remembered_bits> values_;
};

class BoundSearch {
  public:
    BoundSearch() {
        leaves_.prepare();
        known_.prepare();
        chances_.prepare();
    }

    void search(const BoundSpec& spec, SolitairePlayer& player, u64 seed, u64 number, BoundRow& row) {
        spec_ = &spec;
        player_ = &player;
        number_ = number;
        player.begin(seed, number);
        const u32 from = spec.undealt + 3 * static_cast<u32>(spec.kind);
        while (player.step([&](u32 undealt) { return undealt > from; })) {
        }
        row = {-1, -1, -1, -1, -1, -1};
        known_.clear();
        for (u32 c = 0; c < solitaire_cards; ++c) where_[c] = static_cast<u8>(player.game().table.where(c));
        if ((spec.kind != TableKind::full && !lay_bare()) || !cover_.build(where_)) return;
        if (cover_.words() == 1) {
            search<1>(row);
        } else if (cover_.words() == 2) {
            search<2>(row);
        } else {
            search<most_cover_words>(row);
        }
    }

  private:
    // The results of the informed player, or -1, and of the player in the same deals, payments deducted.
    struct Both {
        double best, played;
    };

    // Takes a SET and deals again and again until there is none on the table; false where it does not
    // succeed.
    bool lay_bare() {
        const SolitaireTable& table = player_->game().table;
        const u64 seed = player_->seed();
        const u32 start = solitaire_cards - table.undealt();
        if (table.cards() != full_table || player_->lines().size == 0) return false;
        const CardLine line = player_->lines().line[draw_below<32>(seed, number_, 0, player_->lines().size)];
        u8 order[solitaire_cards];
        for (u32 i = 0; i < solitaire_cards; ++i) order[i] = player_->order()[i];
        for (u32 trial = 1; trial <= 64; ++trial) {
            for (u32 i = 0; i < 3; ++i) {
                const u32 j = i + draw_below<32>(seed, number_, 4 * trial + i, table.undealt() - i);
                const u8 swapped = order[start + i];
                order[start + i] = order[start + j];
                order[start + j] = swapped;
            }
            SolitaireTable dealt = table;
            dealt.take_and_deal(line, order + start);
            TableLines lines;
            dealt.find_lines(lines);
            if (lines.size != 0) continue;
            for (u32 c = 0; c < solitaire_cards; ++c) where_[c] = static_cast<u8>(dealt.where(c));
            for (u32 i = 3; spec_->kind == TableKind::large && i < 6; ++i)
                where_[order[start + i]] = card_on_table;
            return true;
        }
        return false;
    }

    template <u32 Words>
    void search(BoundRow& row) {
        const Partitions root = listed<Words>();
        const BestSums sums = Estimate<Words>(cover_, 0, chances_, spec_->weights).sums(root);
        const Both both = before<Words>(root, true, 0);
        row = {spec_->informed ? both.best : -1, both.played, static_cast<i32>(cover_.undealt()),
               static_cast<i32>(sums.kind),      -1,          -1};
        if (sums.certain >= 0) return;
        row.chances = static_cast<i32>(steps_of(sums.chances));
        row.squares = sums.squares == 0 ? 0 : static_cast<i32>(steps_of(sums.squares));
    }

    template <u32 Words>
    Partitions listed() {
        const Written written = write_partitions<Words>(cover_, most_bound_partitions, list_);
        complete_ = written.complete;
        used_ = u64{Words} * written.size;
        return {list_, written.size, cover_.undealt_mask(), 0};
    }

    // `path` numbers the deals that led here; `followed` says whether the player comes here.
    template <u32 Words>
    Both before(const Partitions& node, bool followed, u32 path) {
        const u32 hidden = count_bits(node.hidden);
        if (hidden <= (followed ? player_->plan().budgets.exact_from : spec_->exact_to)) {
            const double value = leaves_.before(where(node));
            if (value >= 0 || spec_->informed) return certain(value);
        }
        if (node.size == 0 && complete_) return {0, 0};
        const u64 key = node.hidden | u64{path} << most_cover_cards;
        if (!followed)
            if (const double* known = known_.find(node.gone, key)) return both(*known);
        const Both found = fresh_before<Words>(node, followed, path);
        if (!followed) known_.store(node.gone, key, found.best);
        return found;
    }

    template <u32 Words>
    Both fresh_before(const Partitions& node, bool followed, u32 path) {
        check_interrupt();
        const u32 hidden = count_bits(node.hidden), all = spec_->deals[hidden / 3];
        const u64 table = cover_.all() & ~node.hidden & ~node.gone;
        u32 lines = 0;
        u8 line[most_table_lines];
        for (u32 k = 0; k < cover_.lines(); ++k)
            if ((cover_.line_mask(k) & ~table) == 0) line[lines++] = static_cast<u8>(k);
        if (lines == 0) return dealt<Words>(node, mean<Words>(node), all, followed, path);
        const bool known = spec_->informed && hidden <= spec_->exact_to, alone = known || !spec_->informed;
        const u32 chosen = followed ? choice(node) : cover_.lines();
        double means[most_table_lines], most_mean = 0;
        for (u32 i = 0; i < lines; ++i) {
            means[i] = alone && line[i] != chosen ? 0 : mean_after<Words>(node, line[i]);
            most_mean = means[i] > most_mean ? means[i] : most_mean;
        }
        Both most = known ? exact(node) : Both{-1e9, 0};
        for (u32 i = 0; i < lines; ++i) {
            const bool here = line[i] == chosen;
            if (alone && !here) continue;
            const u64 used = used_;
            const u32 deals = means[i] + clearly < most_mean ? 1 : all;
            const Both value = after<Words>(taken<Words>(node, line[i]), means[i], deals, here, path);
            used_ = used;
            if (!alone && value.best > most.best) most.best = value.best;
            if (here) most.played = value.played;
        }
        return most;
    }

    // The mean of the estimate after a move; where nothing is dealt, 1.
    template <u32 Words>
    double mean_after(const Partitions& node, u32 line) {
        const u64 used = used_;
        const Partitions next = taken<Words>(node, line);
        used_ = used;
        return is_full(next) ? 1 : mean<Words>(next);
    }

    template <u32 Words>
    double mean(const Partitions& node) const {
        return Estimate<Words>(cover_, node.gone, chances_, spec_->weights).mean(node);
    }

    bool is_full(const Partitions& node) const {
        return cover_.cards() - count_bits(node.hidden) - count_bits(node.gone) >= full_table;
    }

    template <u32 Words>
    Partitions taken(const Partitions& node, u32 line) {
        u64* kept = list_ + used_;
        const Written written = write_those_with<Words>(line, node, list_words - used_, kept);
        complete_ &= written.complete;
        used_ += u64{Words} * written.size;
        return {kept, written.size, node.hidden, node.gone | cover_.line_mask(line)};
    }

    template <u32 Words>
    Both after(const Partitions& node, double mean, u32 deals, bool followed, u32 path) {
        if (node.size == 0 && complete_) return {0, 0};
        return is_full(node) ? before<Words>(node, followed, path)
                             : dealt<Words>(node, mean, deals, followed, path);
    }

    template <u32 Words>
    Both dealt(const Partitions& node, double mean, u32 deals, bool followed, u32 path) {
        const u32 hidden = count_bits(node.hidden);
        if (followed && hidden <= spec_->exact_to && hidden <= player_->plan().budgets.exact_from + 3) {
            const double value = leaves_.dealt(where(node));
            if (value >= 0 || spec_->informed) return certain(value);
        }
        const Estimate<Words> estimate(cover_, node.gone, chances_, spec_->weights);
        u64 bit[most_cover_cards];
        u32 number = 0;
        for (u64 rest = node.hidden; rest != 0; rest &= rest - 1) bit[number++] = rest & -rest;
        const u32 first = path * spec_->deals[hidden / 3], in_round = hidden / 3;
        Both sum{0, 0};
        u8 order[most_cover_cards];
        for (u32 deal = 0; deal < deals; ++deal) {
            if (deal % in_round == 0) shuffle_ranks(hidden, first + deal, order);
            const u8* rank = order + 3 * (deal % in_round);
            const Partitions next = node.after(bit[rank[0]] | bit[rank[1]] | bit[rank[2]]);
            const double paid = estimate.value(next);
            const Both reached = before<Words>(next, followed, first + deal);
            sum.best += reached.best - paid;
            sum.played += reached.played - paid;
        }
        return {mean + sum.best / deals, mean + sum.played / deals};
    }

    void shuffle_ranks(u32 hidden, u32 path, u8* order) const {
        for (u32 i = 0; i < hidden; ++i) order[i] = static_cast<u8>(i);
        shuffle_part(player_->seed(), number_, (u64{hidden / 3} << 20 | path) * 32, 0, hidden, order);
    }

    static Both both(double value) { return {value, value}; }

    const u8* where(const Partitions& node) {
        for (u8& kind : where_) kind = card_taken;
        for (u32 rank = 0; rank < cover_.cards(); ++rank)
            if ((node.gone >> rank & 1) == 0)
                where_[cover_.card(rank)] = node.hidden >> rank & 1 ? card_undealt : card_on_table;
        return where_;
    }

    Both exact(const Partitions& node) { return certain(leaves_.before(where(node))); }
    static Both certain(double value) { return value < 0 ? Both{1, 0} : both(value); }

    // The SET that the player takes, if there is one.
    u32 choice(const Partitions& node) {
        SolitairePosition position{};
        where(node);
        for (u32 c = 0; c < solitaire_cards; ++c) {
            position.where[c] = where_[c];
            if (where_[c] == card_on_table) position.slot[position.slots++] = static_cast<u8>(c);
        }
        SolitaireTable table;
        table.start(position);
        TableLines lines;
        table.find_lines(lines);
        return lines.size == 0 ? 0 : cover_.line_of(lines.line[player_->best_line(table, lines)]);
    }

    // Where the mean after a move is lower than another by more than this, one deal is enough.
    static constexpr double clearly = 0.125;
    static constexpr u32 most_bound_partitions = 1u << 16;
    static constexpr u64 list_words = u64{4} * most_cover_words * most_bound_partitions;

    const BoundSpec* spec_;
    SolitairePlayer* player_;
    u64 number_, used_;
    bool complete_;
    u8 where_[solitaire_cards];
    Cover cover_;
    FollowChances chances_;
    BoundLeaves leaves_;
    Memo<double, 14> known_;
    u64 list_[list_words];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
