// Tables of draws, and the shuffled decks that they are.
#include "deals/draws.hpp"

#include "setlab/generator.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

Fault fill(const DrawTable& table, u64 first, u64 trials) {
    if (!fits(first, trials)) return bad_range;
    if (table.draws != 0 && trials > most_numbers / table.draws) return too_many;
    std::vector<u32> rows(trials * table.draws);
    fill_table(table, first, trials, 1, Isa::portable, rows.data());
    answer(rows);
    return none;
}

bool is_width(int width) { return width == 16 || width == 32; }

}  // namespace

SETLAB_EXPORT(draw_bits_table) i32 draw_bits_table(u64 seed, u64 first, u64 trials, u64 draws, int width) {
    answers.clear();
    if (!is_width(width)) return bad_width;
    return fill({seed, width, draws, nullptr, nullptr}, first, trials);
}

SETLAB_EXPORT(draw_below_table)
i32 draw_below_table(u64 seed, u64 first, u64 trials, const u64* bounds, u32 draws, int width) {
    answers.clear();
    if (!is_width(width)) return bad_width;
    std::vector<u32> bound_less_1(draws + 1), remainder(draws + 1);  // never empty: null means "no bounds"
    for (u32 k = 0; k < draws; ++k) {
        if (bounds[k] < 1 || bounds[k] > u64{1} << width) return bad_bound;
        bound_less_1[k] = static_cast<u32>(bounds[k] - 1);
        remainder[k] = static_cast<u32>((u64{1} << width) % bounds[k]);
    }
    return fill({seed, width, draws, bound_less_1.data(), remainder.data()}, first, trials);
}

}  // namespace setlab
