// The general strategy S(d) of Forbes & Forbes: when the game is declared won, and how a partition is
// followed then.
#pragma once

#include "solitaire/choice.hpp"
#include "solitaire/cover.hpp"
#include "solitaire/exact.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class GeneralStrategy {
  public:
    void begin() {
        checked_ = solitaire_cards;
        declared_ = value_ = -1;
    }
    i32 declared() const { return declared_; }
    // The exact value of the position in which the game was declared won, in parts of solitaire_one; or -1.
    i32 value() const { return value_; }

    u32 choose(const SolitaireTable& table, const TableLines& lines, u32 from, Cover& cover,
               ExactPlayer& exact) {
        const u32 undealt = table.undealt();
        if (declared_ < 0 && undealt <= from && undealt < checked_) {
            checked_ = undealt;
            if (is_certain(table, cover)) {
                declared_ = static_cast<i32>(undealt);
                value_ = true_value(table, lines, cover, exact);
            }
        }
        return declared_ < 0 ? choose_basic(table, lines) : follow(table, lines, cover);
    }

  private:
    // As the paper says: it is wrong for some tables of more than 12 cards.
    static bool is_certain(const SolitaireTable& table, Cover& cover) {
        const u32 undealt = table.undealt();
        const bool any = undealt <= 3 || (undealt == 6 && table.cards() >= 15);
        const u32 needed = any ? 0 : undealt / 3 - 1;
        bool certain = false;
        if (!cover.build(table.where())) return false;
        cover.search([&](u32 type, const u8*, u32) {
            certain = (type & 15) >= needed;
            return !certain;
        });
        return certain;
    }

    // With 12 cards on the table the paper is right.
    static i32 true_value(const SolitaireTable& table, const TableLines& lines, Cover& cover,
                          ExactPlayer& exact) {
        i64 values[most_table_lines], best = 0;
        if (table.cards() <= full_table || !exact.judge(table, lines, cover, values))
            return static_cast<i32>(solitaire_one);
        for (u32 k = 0; k < lines.size; ++k) best = values[k] > best ? values[k] : best;
        return static_cast<i32>(best * solitaire_one / exact_one(table.undealt()));
    }

    // The first SET that lies in a partition with as many SETs on the table as any.
    static u32 follow(const SolitaireTable& table, const TableLines& lines, Cover& cover) {
        u32 most = 0;
        u64 wanted[most_cover_words] = {};
        if (!cover.build(table.where())) return choose_basic(table, lines);
        cover.search([&](u32 type, const u8* chosen, u32 number) {
            const u32 here = type & 15;
            if (here < most || here == 0) return true;
            if (here > most) {
                for (u64& word : wanted) word = 0;
                most = here;
            }
            for (u32 i = 0; i < number; ++i) wanted[chosen[i] / 64] |= u64{1} << chosen[i] % 64;
            return true;
        });
        for (u32 k = 0; most != 0 && k < lines.size; ++k) {
            const u32 line = cover.line_of(lines.line[k]);
            if (wanted[line / 64] >> line % 64 & 1) return k;
        }
        return choose_basic(table, lines);
    }

    u32 checked_;
    i32 declared_, value_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
