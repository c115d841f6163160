// A game of solitaire with hindsight: whether the table could still be cleared, by a search that knows the
// order of the deck. src/setlab/solitaire/review.py defines it; questions, their order and their limits are
// the same.
#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "solitaire/engine.hpp"
#include "solitaire/table.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

enum Clearability : i32 { open = -1, no = 0, yes = 1 };

// With at most this many cards left, the search asks first whether they have a partition.
constexpr u32 ask_from = 27;

struct Cards {
    u64 word[2] = {};

    bool has(u32 card) const { return word[card / 64] >> card % 64 & 1; }
    void flip(u32 card) { word[card / 64] ^= u64{1} << card % 64; }
    void flip(const CardLine& line) {
        for (const u8 card : line.card) flip(card);
    }
    u32 size() const { return count_bits(word[0]) + count_bits(word[1]); }
    auto operator<=>(const Cards&) const = default;
};

class HindsightSearch {
  public:
    HindsightSearch(const u8* order, u32 nodes)
        : order_(order), nodes_(nodes), partitions_(make_engine<SolitaireSearch>(Isa::plain, {})) {}

    Clearability answer(const Cards& table, u32 dealt) {
        visited_ = 0;
        return search(table, dealt);
    }

  private:
    using Lines = std::vector<CardLine>;

    Clearability search(Cards table, u32 dealt) {
        Lines lines;
        while (true) {
            if (table.size() >= full_table || dealt == solitaire_cards) lines = lines_among(table);
            if (!lines.empty() || dealt == solitaire_cards) break;
            for (u32 i = 0; i < 3; ++i) table.flip(order_[dealt++]);
        }
        if (lines.empty()) return table.size() != 0 ? no : yes;
        if (failed_.contains({table, dealt})) return no;
        if (visited_ == nodes_) return open;
        ++visited_;
        return try_lines(table, dealt, lines);
    }

    Clearability try_lines(const Cards& table, u32 dealt, Lines& lines) {
        Cards left = table;
        for (u32 i = dealt; i < solitaire_cards; ++i) left.flip(order_[i]);
        if (left.size() > ask_from || partitions_->partitions(left.word, 0, nullptr) != 0) {
            sort_thrifty_first(lines, left);
            for (const CardLine& line : lines) {
                Cards after = table;
                after.flip(line);
                if (const Clearability found = search(after, dealt); found != no) return found;
            }
        }
        failed_.insert({table, dealt});
        return no;
    }

    static Lines lines_among(const Cards& table) {
        Lines lines;
        for (u32 a = 0; a < solitaire_cards; ++a) {
            if (!table.has(a)) continue;
            for (u32 b = a + 1; b < solitaire_cards; ++b) {
                if (!table.has(b)) continue;
                const u32 c = third_of(a, b);
                if (c > b && table.has(c))
                    lines.push_back({{static_cast<u8>(a), static_cast<u8>(b), static_cast<u8>(c)}});
            }
        }
        return lines;
    }

    // Those first that meet the fewest SETs of the cards that are left.
    static void sort_thrifty_first(Lines& lines, const Cards& left) {
        const auto through = [&](u32 card) {
            u32 sets = 0;
            for (const auto& [b, c] : card_tables.partner[card]) sets += left.has(b) && left.has(c);
            return sets;
        };
        const auto met = [&](const CardLine& line) {
            return through(line.card[0]) + through(line.card[1]) + through(line.card[2]);
        };
        std::stable_sort(lines.begin(), lines.end(),
                         [&](const CardLine& x, const CardLine& y) { return met(x) < met(y); });
    }

    const u8* order_;
    u32 nodes_, visited_ = 0;
    std::unique_ptr<SolitaireSearch> partitions_;
    std::set<std::tuple<Cards, u32>> failed_;
};

struct Position {
    SolitaireTable table;
    TableLines lines;

    Cards cards() const {
        Cards found;
        for (u32 c = 0; c < solitaire_cards; ++c)
            if (table.where(c) == card_on_table) found.flip(c);
        return found;
    }
};

// The number of the SET with these cards; that of no SET if there is none.
u32 number_of(const TableLines& lines, const u8* move) {
    u32 k = 0;
    while (k < lines.size && !std::is_permutation(move, move + 3, lines.line[k].card)) ++k;
    return k;
}

void deal_due(Position& position) {
    while (position.table.find_lines(position.lines),
           position.lines.size == 0 && position.table.undealt() != 0)
        position.table.deal_three();
}

}  // namespace

// For each position, before a move and after the last, the answers for the SETs on the table: 1, 0, or -1
// where the nodes did not suffice.
SETLAB_EXPORT(solitaire_hindsight)
i32 solitaire_hindsight(u64 seed, u64 game, const u8* moves, u32 turns, u32 nodes) {
    answers.clear();
    u8 order[solitaire_cards];
    shuffle_deck(seed, game, order);
    if (turns > solitaire_most_turns) return bad_move;
    std::vector<Position> positions(1);
    positions[0].table.start(order);
    deal_due(positions[0]);
    std::vector<u32> taken;
    for (u32 turn = 0; turn < turns; ++turn) {
        positions.push_back(positions.back());
        Position& next = positions.back();
        taken.push_back(number_of(next.lines, moves + 3 * turn));
        if (taken.back() == next.lines.size) return bad_move;
        next.table.take(next.lines.line[taken.back()]);
        deal_due(next);
    }
    HindsightSearch search(order, nodes);
    std::vector<std::vector<i32>> found(positions.size());
    i32 after = open;
    for (u64 p = positions.size(); p-- != 0;) {
        const Position& position = positions[p];
        i32 best = position.table.remaining() == 0 ? yes : no;
        for (u32 k = 0; k < position.lines.size; ++k) {
            Cards cards = position.cards();
            cards.flip(position.lines.line[k]);
            const bool known = p < taken.size() && taken[p] == k;
            found[p].push_back(known ? after
                                     : search.answer(cards, solitaire_cards - position.table.undealt()));
        }
        for (const i32 each : found[p])
            if (best != yes && each != no) best = each;
        after = best;
    }
    for (const std::vector<i32>& each : found) answer(each);
    return none;
}

}  // namespace setlab
