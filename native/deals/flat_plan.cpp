#include "deals/flat_plan.hpp"

#include <array>
#include <memory>
#include <vector>

#include "deals/draw_bounds.hpp"
#include "geometry/affine.hpp"
#include "threads/mutex.hpp"

namespace setlab {
namespace {

// The plan together with the memory it points to. Coordinates are counted from 1, the most significant.
struct Tables {
    std::vector<Pencil> pencil;
    std::vector<std::vector<u16>> cards;
    std::vector<u16> triple;
    std::vector<u32> triples_led_by;  // [i]: triples whose direction has its first nonzero coordinate <= i
    DrawBounds bounds;
    FlatPlan plan{};

    Tables(Flat flat, int dimension) : bounds(cards_in(dimension)) {
        plan.cards = cards_in(dimension);
        flat == Flat::line ? list_lines(dimension) : list_planes(dimension);
        for (const Pencil& p : pencil) plan.flats += 9 * p.triples + (p.columns ? p.points / 3 : 0);
        plan.flats_per_card = plan.flats * (flat == Flat::line ? 3 : 9) / plan.cards;
        plan.pencils = static_cast<u32>(pencil.size());
        plan.pencil = pencil.data();
        plan.triple = triple.data();
        plan.bounds = bounds.bounds();
        plan.remainders = bounds.remainders();
        set_window(flat, dimension);
    }

    // The lines of the columns' geometry AG(m,3), by the first nonzero coordinate of the direction.
    void list_triples(int m) {
        triples_led_by.push_back(0);
        for (int leading = 1; leading <= m; ++leading) {
            const u32 unit = power_of_3(m - leading);
            for (u32 direction = unit; direction < 2 * unit; ++direction) {
                for (u32 column = 0; column < power_of_3(m); ++column) {
                    if (column / unit % 3 == 0) append_triple(column, direction);
                }
            }
            triples_led_by.push_back(static_cast<u32>(triple.size() / 3));
        }
    }

    void append_triple(u32 column, u32 direction) {
        const u32 second = sum_of(column, direction);
        for (const u32 each : {column, second, third(column, second)})
            triple.push_back(static_cast<u16>(each));
    }

    void list_lines(int dimension) {
        list_triples(dimension - 1);
        pencil.push_back({nullptr, plan.cards, triples_led_by.back(), true});
    }

    // A space of directions of dimension 2 has one reduced basis: w, first nonzero at i, and u, first nonzero
    // at j > i, where w is zero. Its planes are the lines with direction w among the lines with direction u.
    // So only directions u with j >= 2 are needed, a third of all.
    void list_planes(int dimension) {
        if (dimension > 2) {
            list_triples(dimension - 2);
        } else {
            triples_led_by.push_back(0);  // nine cards: one column of three lines
        }
        for (int leading = 2; leading <= dimension; ++leading) {
            const u32 unit = power_of_3(dimension - leading);
            const u32 triples = triples_led_by[leading < dimension ? leading - 1 : triples_led_by.size() - 1];
            for (u32 direction = unit; direction < 2 * unit; ++direction) {
                cards.push_back(parallel_lines(direction, unit));
                pencil.push_back({cards.back().data(), plan.cards / 3, triples, leading == dimension});
            }
        }
    }

    // The lines of a direction, numbered by the coordinates of their cards other than the one with place
    // value `unit`.
    std::vector<u16> parallel_lines(u32 direction, u32 unit) const {
        std::vector<u16> lines;
        for (u32 point = 0; point < plan.cards / 3; ++point) {
            const u32 card = point / unit * 3 * unit + point % unit, second = sum_of(card, direction);
            for (const u32 each : {card, second, third(card, second)})
                lines.push_back(static_cast<u16>(each));
        }
        return lines;
    }

    // Without a line: the sizes of the largest caps (Pellegrino 1970 for d = 4; Edel, Ferret,
    // Landjev, Storme 2002 for d = 5; Potechin 2008 for d = 6). The steps are chosen so that one block of
    // decks in a thousand, or fewer, needs a second search.
    void set_window(Flat flat, int dimension) {
        static constexpr u32 caps[] = {4, 9, 20, 45, 112}, line_steps[] = {2, 3, 4, 5, 6};
        static constexpr u32 plane_steps[] = {0, 4, 6, 7};
        const int i = dimension - smallest_slots_dimension;
        plan.least = flat == Flat::line ? 2 : 8;
        plan.most = flat == Flat::line ? caps[i] : plan.cards - 1;
        plan.steps = flat == Flat::line ? line_steps[i] : plane_steps[i];
    }
};

}  // namespace

const FlatPlan& flat_plan(Flat flat, int dimension) {
    constexpr int kinds = 2;
    static Mutex making;
    static std::array<std::unique_ptr<const Tables>, kinds*(largest_dimension + 1)> tables;
    const int number = kinds * dimension + static_cast<int>(flat);
    const Lock lock(making);
    if (!tables[number]) tables[number] = std::make_unique<const Tables>(flat, dimension);
    return tables[number]->plan;
}

}  // namespace setlab
