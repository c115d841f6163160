// The engine for whole games in Python. src/setlab/_core.pyi describes it.
#include "games/endgame.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "setlab/reflections.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using DeckArray = nb::ndarray<const u16, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_range(const char* name, i64 value, i64 smallest, i64 largest) {
    if (value >= smallest && value <= largest) return;
    throw std::invalid_argument(std::string(name) + " " + std::to_string(value) +
                                " is out of range: it must be " + std::to_string(smallest) + " ... " +
                                std::to_string(largest));
}

template <class T>
T named(const char* what, const std::string& name,
        std::initializer_list<std::pair<const char*, T>> possible) {
    std::string names;
    for (const auto& [known, value] : possible) {
        if (name == known) return value;
        names += (names.empty() ? "" : ", ") + std::string(known);
    }
    throw std::invalid_argument(std::string(what) + " '" + name + "' is not possible: choose one of " +
                                names);
}

std::vector<u16> checked_deck(const DeckArray& deck, u32 cards) {
    std::vector<u16> copy(deck.data(), deck.data() + deck.shape(0));
    if (copy.empty()) throw std::invalid_argument("the deck is empty: there must be a card at least");
    if (std::adjacent_find(copy.begin(), copy.end(), std::greater_equal<>()) != copy.end() ||
        copy.back() >= cards) {
        throw std::invalid_argument("the deck must be ascending, with cards 0 ... " +
                                    std::to_string(cards - 1));
    }
    return copy;
}

EndgameSpec checked_spec(u64 seed, int dimension, int values, const DeckArray& deck, i64 dealt, i64 table,
                         const std::string& choice, const std::string& refill, bool count_sets = false) {
    // If they are counted, squares of sums over a game must fit into 64 bits.
    check_range("dimension", dimension, smallest_game_dimension, largest_game_dimension);
    check_range("values", values, smallest_values, largest_values);
    const u32 cards = count_cards(dimension, values);
    std::vector<u16> checked = checked_deck(deck, cards);
    check_range("dealt", dealt, 1, static_cast<i64>(checked.size()));
    check_range("table", table, 1, 65535);
    const Choice chosen = named<Choice>("choice", choice,
                                        {{"random", Choice::random},
                                         {"popular", Choice::popular},
                                         {"reject", Choice::reject},
                                         {"first", Choice::first},
                                         {"last", Choice::last}});
    const Refill refilled = named<Refill>(
        "refill", refill, {{"standard", Refill::standard}, {"always-three", Refill::always_three}});
    EndgameSpec spec{seed,
                     dimension,
                     values,
                     std::move(checked),
                     {static_cast<u32>(dealt), static_cast<u32>(table), chosen, refilled},
                     count_sets};
    if (has_too_many_sets(spec)) {
        throw std::invalid_argument("a table of " + std::to_string(table) + " cards has too many SETs with " +
                                    std::to_string(values) + " values: choose a smaller table");
    }
    return spec;
}

void check_trials(u64 first, u64 trials) {
    if (trials != 0 && first > ~u64{0} - (trials - 1)) {
        throw std::invalid_argument("trials " + std::to_string(first) + " + " + std::to_string(trials) +
                                    " are out of range: the last trial is 2^64 - 1");
    }
}

nb::dict play_endgame(u64 seed, u64 first, u64 trials, int dimension, int values, const DeckArray& deck,
                      i64 dealt, i64 table, const std::string& choice, const std::string& refill,
                      i64 rare_leftover, i64 rare_table, bool count_sets, std::optional<i64> threads,
                      const std::string& isa_name) {
    const EndgameSpec spec =
        checked_spec(seed, dimension, values, deck, dealt, table, choice, refill, count_sets);
    check_trials(first, trials);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    EndgameTally tally;
    {
        const nb::gil_scoped_release release;
        tally = tally_endgame(spec, first, trials, {rare_leftover, rare_table}, workers, isa);
    }
    nb::dict result;
    result["leftover"] = array_of(tally.leftover);
    result["largest_table"] = array_of(tally.largest_table);
    result["turns"] = array_of(tally.turns);
    result["searches"] = array_of(tally.searches);
    result["no_set"] = array_of(tally.no_set);
    result["first_no_set"] = array_of(tally.first_no_set);
    const u64 size = tally.leftover.size();
    if (!tally.joint.empty()) result["joint"] = matrix_of(tally.joint, size, size);
    result["rare"] = array_of(tally.rare);
    if (count_sets) {
        std::vector<i64> seen;
        for (const TablesSeen& each : tally.seen)
            seen.insert(seen.end(), {each.cards, each.sets, each.searches, each.squares, each.products});
        result["sets"] = matrix_of(seen, tally.seen.size(), 5);
        result["sum_squares"] = array_of(tally.sum_squares);
        result["first_sets"] = array_of(tally.first_sets);
    }
    return result;
}

NumpyArray<i32> play_endgame_trials(u64 seed, u64 first, u64 trials, int dimension, int values,
                                    const DeckArray& deck, i64 dealt, i64 table, const std::string& choice,
                                    const std::string& refill, std::optional<i64> threads,
                                    const std::string& isa_name) {
    const EndgameSpec spec = checked_spec(seed, dimension, values, deck, dealt, table, choice, refill);
    check_trials(first, trials);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    if (trials > u64{1} << 56) throw std::bad_alloc();
    Buffer<i32> rows(4 * trials);
    without_lock([&] { list_endgame(spec, first, trials, workers, isa, rows.get()); });
    return rows.array({trials, 4});
}

// Of moves, each trial has a row of `dealt` cards: the SETs taken one after the other, then 65535.
nb::tuple play_endgame_moves(u64 seed, u64 first, u64 trials, int dimension, int values,
                             const DeckArray& deck, i64 dealt, i64 table, const std::string& choice,
                             const std::string& refill) {
    const EndgameSpec spec = checked_spec(seed, dimension, values, deck, dealt, table, choice, refill);
    check_trials(first, trials);
    if (trials > u64{1} << 40) throw std::bad_alloc();
    const u64 cards = spec.rules.dealt;
    Buffer<i32> rows(4 * trials);
    Buffer<u16> moves(cards * trials);
    std::fill_n(moves.get(), cards * trials, u16{65535});
    without_lock([&] { list_endgame_moves(spec, first, trials, rows.get(), moves.get()); });
    return nb::make_tuple(rows.array({trials, 4}), moves.array({trials, cards}));
}

}  // namespace

void bind_endgame(nb::module_& module) {
    module.def("play_endgame", play_endgame, "seed"_a, "first"_a, "trials"_a, nb::kw_only(), "dimension"_a,
               "values"_a, "deck"_a, "dealt"_a, "table"_a, "choice"_a, "refill"_a, "rare_leftover"_a,
               "rare_table"_a, "count_sets"_a = false, "threads"_a = nb::none(), "isa"_a = "",
               "Histograms of whole games, and the numbers of the rare ones.");
    module.def("play_endgame_trials", play_endgame_trials, "seed"_a, "first"_a, "trials"_a, nb::kw_only(),
               "dimension"_a, "values"_a, "deck"_a, "dealt"_a, "table"_a, "choice"_a, "refill"_a,
               "threads"_a = nb::none(), "isa"_a = "",
               "Leftover, largest table, SETs taken and turns of every game.");
    module.def("play_endgame_moves", play_endgame_moves, "seed"_a, "first"_a, "trials"_a, nb::kw_only(),
               "dimension"_a, "values"_a, "deck"_a, "dealt"_a, "table"_a, "choice"_a, "refill"_a,
               "The same four numbers of every game, and the cards of the SETs taken.");
}

}  // namespace setlab
