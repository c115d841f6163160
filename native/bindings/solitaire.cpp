// Python's way to the engine for solitaire. src/setlab/_core.pyi describes it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "solitaire/engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Integers = nb::ndarray<const i64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cards = nb::ndarray<const u8, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr u64 linear_size = solitaire_stages * solitaire_features;
constexpr u64 curve_size = solitaire_stages * solitaire_knots;
constexpr u64 belief_size = solitaire_stages * solitaire_beliefs;
constexpr u64 weights_size = linear_size + 2 * 41 + curve_size + linear_size + belief_size;

SolitaireWeights weights_of(const Integers& weights) {
    if (weights.shape(0) != weights_size) {
        throw std::invalid_argument(std::to_string(weights.shape(0)) +
                                    " weights are the wrong number: there must be " +
                                    std::to_string(weights_size));
    }
    SolitaireWeights read{};
    const i64* from = weights.data();
    std::copy_n(from, linear_size, &read.linear[0][0]);
    std::copy_n(from += linear_size, 41, read.log_of);
    std::copy_n(from += 41, 41, read.inverse_of);
    std::copy_n(from += 41, curve_size, &read.curve[0][0]);
    std::copy_n(from += curve_size, linear_size, &read.tilt[0][0]);
    std::copy_n(from += linear_size, belief_size, &read.belief[0][0]);
    return read;
}

SolitaireStrategy strategy_of(const std::string& name) {
    const char* const names[] = {"random", "basic", "thrifty", "general", "valued"};
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
        throw std::invalid_argument("strategy '" + name + "' is not possible: choose " +
                                    "random, basic, thrifty, general or valued");
    return static_cast<SolitaireStrategy>(found - std::begin(names));
}

SolitaireSpec spec_of(u64 seed, const std::string& strategy, const std::vector<i64>& budgets,
                      const Integers& weights) {
    constexpr u64 number = 16;
    if (budgets.size() != number || std::any_of(budgets.begin(), budgets.end(),
                                                [](i64 budget) { return budget < 0 || budget > 0xFFFFFFFF; }))
        throw std::invalid_argument(
            "budgets are 16 numbers of 32 bits, those of setlab.solitaire.values.budgets");
    u32 budget[number];
    std::copy(budgets.begin(), budgets.end(), budget);
    if (budget[1] > 15)
        throw std::invalid_argument("exact_from " + std::to_string(budget[1]) + " is above 15");
    if (budget[9] > 3) throw std::invalid_argument("steps " + std::to_string(budget[9]) + " are above 3");
    return {seed,
            strategy_of(strategy),
            budget[0],
            budget[1],
            budget[2],
            budget[3],
            budget[4],
            budget[5],
            budget[6],
            budget[7],
            budget[8],
            budget[9],
            {budget[10], budget[11], budget[12]},
            budget[13],
            budget[14],
            budget[15],
            weights_of(weights)};
}

void check_games(u64 first, u64 games) {
    if (games > u64{1} << 32) throw std::bad_alloc();
    if (games != 0 && first > ~u64{0} - (games - 1))
        throw std::invalid_argument("games " + std::to_string(first) + " + " + std::to_string(games) +
                                    " are out of range: the last game is 2^64 - 1");
}

const u8* checked_order(const Cards& order) {
    bool seen[solitaire_cards] = {};
    if (order.shape(0) != solitaire_cards) throw std::invalid_argument("a deck has 81 cards");
    for (u32 k = 0; k < solitaire_cards; ++k) {
        const u8 card = order.data()[k];
        if (card >= solitaire_cards || seen[card])
            throw std::invalid_argument("a deck has the cards 0 ... 80 once each");
        seen[card] = true;
    }
    return order.data();
}

nb::tuple rows_and_moves(Buffer<i32>& rows, Buffer<u8>& moves, u64 games) {
    return nb::make_tuple(rows.array({games, 4}), moves.array({games, solitaire_most_turns, 3}));
}

static_assert(sizeof(SolitaireRow) == 4 * sizeof(i32));

NumpyArray<i32> play(u64 seed, u64 first, u64 games, const std::string& strategy,
                     const std::vector<i64>& budgets, const Integers& weights, std::optional<i64> threads,
                     const std::string& isa_name) {
    check_games(first, games);
    const SolitaireSpec spec = spec_of(seed, strategy, budgets, weights);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i32> rows(4 * games);
    {
        const nb::gil_scoped_release release;
        play_solitaire(spec, first, games, workers, isa, reinterpret_cast<SolitaireRow*>(rows.get()),
                       nullptr);
    }
    return rows.array({games, 4});
}

nb::tuple play_moves(u64 seed, u64 first, u64 games, const std::string& strategy,
                     const std::vector<i64>& budgets, const Integers& weights, std::optional<i64> threads,
                     const std::string& isa_name) {
    check_games(first, games);
    const SolitaireSpec spec = spec_of(seed, strategy, budgets, weights);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i32> rows(4 * games);
    Buffer<u8> moves(3 * solitaire_most_turns * games);
    std::fill_n(moves.get(), 3 * solitaire_most_turns * games, u8{0});
    {
        const nb::gil_scoped_release release;
        play_solitaire(spec, first, games, workers, isa, reinterpret_cast<SolitaireRow*>(rows.get()),
                       moves.get());
    }
    return rows_and_moves(rows, moves, games);
}

nb::tuple play_order(const Cards& order, u64 seed, u64 game, const std::string& strategy,
                     const std::vector<i64>& budgets, const Integers& weights, const std::string& isa_name) {
    const SolitaireSpec spec = spec_of(seed, strategy, budgets, weights);
    Buffer<i32> rows(4);
    Buffer<u8> moves(3 * solitaire_most_turns);
    std::fill_n(moves.get(), 3 * solitaire_most_turns, u8{0});
    play_solitaire_order(spec, checked_order(order), game, choose_isa(isa_name),
                         *reinterpret_cast<SolitaireRow*>(rows.get()), moves.get());
    return rows_and_moves(rows, moves, 1);
}

SolitairePosition position_of(const Cards& table, const Cards& undealt) {
    SolitairePosition position{};
    if (table.shape(0) > 21) throw std::invalid_argument("more than 21 cards cannot lie on the table");
    const auto put = [&](u8 card, u8 where) {
        if (card >= solitaire_cards || position.where[card] != 0)
            throw std::invalid_argument("cards are 0 ... 80, and each is there once");
        position.where[card] = where;
    };
    for (u64 i = 0; i < table.shape(0); ++i) put(position.place[position.places++] = table.data()[i], 1);
    for (u64 i = 0; i < undealt.shape(0); ++i) put(undealt.data()[i], 2);
    return position;
}

nb::tuple judge(const Cards& table, const Cards& undealt, const std::vector<i64>& budgets,
                const Integers& weights, const std::string& isa_name) {
    const SolitaireSpec spec = spec_of(0, "valued", budgets, weights);
    const SolitairePosition position = position_of(table, undealt);
    const Isa isa = choose_isa(isa_name);
    constexpr u64 most = 80;
    Buffer<u8> lines(3 * most);
    Buffer<i64> values(most);
    u32 size = 0;
    i32 kind = 0;
    {
        const nb::gil_scoped_release release;
        size = judge_solitaire(spec, position, isa, lines.get(), values.get(), &kind);
    }
    if (kind == 0) std::fill_n(values.get(), size, i64{0});
    return nb::make_tuple(lines.array({size, 3}), values.array({size}), kind);
}

u32 checked_partition_cards(u64 low, u64 high) {
    const u32 cards = static_cast<u32>(__builtin_popcountll(low) + __builtin_popcountll(high));
    if (high >> (solitaire_cards - 64) != 0) throw std::invalid_argument("the cards are bits 0 ... 80");
    if (cards > 39)
        throw std::invalid_argument(std::to_string(cards) + " cards are too many: give at most 39");
    return cards;
}

u64 count_partitions(u64 low, u64 high, const std::string& isa_name) {
    checked_partition_cards(low, high);
    const Isa isa = choose_isa(isa_name);
    const u64 mask[2] = {low, high};
    const nb::gil_scoped_release release;
    return list_partitions(mask, 0, isa, nullptr);
}

NumpyArray<u8> partitions(u64 low, u64 high, u64 most, const std::string& isa_name) {
    const u32 cards = checked_partition_cards(low, high);
    const Isa isa = choose_isa(isa_name);
    const u64 mask[2] = {low, high};
    u64 number = 0;
    std::optional<Buffer<u8>> rows;
    {
        const nb::gil_scoped_release release;
        number = list_partitions(mask, 0, isa, nullptr);
        const u64 kept = std::min(number, most);
        rows.emplace(std::max<u64>(1, kept * cards));
        list_partitions(mask, kept, isa, rows->get());
        number = kept;
    }
    return rows->array({number, cards / 3, 3});
}

static_assert(sizeof(ClairvoyantRow) == 2 * sizeof(i64));

u64 checked_nodes(u64 nodes) {
    if (nodes < 1 || nodes > u64{1} << 26)
        throw std::invalid_argument("nodes " + std::to_string(nodes) +
                                    " are out of range: choose 1 ... 2^26");
    return nodes;
}

nb::tuple clairvoyant(u64 seed, u64 first, u64 games, u64 nodes, std::optional<i64> threads,
                      const std::string& isa_name) {
    check_games(first, games);
    checked_nodes(nodes);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i64> rows(2 * games);
    Buffer<u8> moves(3 * solitaire_most_turns * games);
    std::fill_n(moves.get(), 3 * solitaire_most_turns * games, u8{0});
    {
        const nb::gil_scoped_release release;
        search_solitaire(seed, first, games, nodes, workers, isa,
                         reinterpret_cast<ClairvoyantRow*>(rows.get()), moves.get());
    }
    return nb::make_tuple(rows.array({games, 2}), moves.array({games, solitaire_most_turns, 3}));
}

nb::tuple clairvoyant_order(const Cards& order, u64 nodes, const std::string& isa_name) {
    const u8* deck = checked_order(order);
    checked_nodes(nodes);
    const Isa isa = choose_isa(isa_name);
    Buffer<i64> rows(2);
    Buffer<u8> moves(3 * solitaire_most_turns);
    std::fill_n(moves.get(), 3 * solitaire_most_turns, u8{0});
    {
        const nb::gil_scoped_release release;
        search_solitaire_order(deck, nodes, isa, *reinterpret_cast<ClairvoyantRow*>(rows.get()), moves.get());
    }
    return nb::make_tuple(rows.array({1, 2}), moves.array({1, solitaire_most_turns, 3}));
}

NumpyArray<i32> log_sums(u64 seed, u64 first, u64 games, const std::vector<i64>& budgets,
                         const Integers& weights, std::optional<i64> threads, const std::string& isa_name) {
    check_games(first, games);
    const SolitaireSpec spec = spec_of(seed, "valued", budgets, weights);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    constexpr u64 numbers = 1 + solitaire_features;
    Buffer<i32> rows(solitaire_stages * numbers * games);
    {
        const nb::gil_scoped_release release;
        log_solitaire_sums(spec, first, games, workers, isa, reinterpret_cast<SolitaireSum*>(rows.get()));
    }
    return rows.array({games, solitaire_stages, numbers});
}

static_assert(sizeof(SolitaireSum) == (1 + solitaire_features) * sizeof(i32));
static_assert(sizeof(SolitaireSample) == (solitaire_beliefs + 1) * sizeof(i64));

NumpyArray<i64> samples(u64 seed, u64 first, u64 games, u32 undealt, u32 deals,
                        const std::vector<i64>& budgets, const Integers& weights, std::optional<i64> threads,
                        const std::string& isa_name) {
    check_games(first, games);
    if (undealt < 3 || undealt > 69 || undealt % 3 != 0 || deals < 1 || deals > 1000)
        throw std::invalid_argument("undealt must be 3, 6 ... 69, and deals 1 ... 1000");
    const SolitaireSpec spec = spec_of(seed, "valued", budgets, weights);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i64> rows(2 * (solitaire_beliefs + 1) * games);
    {
        const nb::gil_scoped_release release;
        sample_solitaire(spec, first, games, undealt, deals, workers, isa,
                         reinterpret_cast<SolitaireSample*>(rows.get()));
    }
    return rows.array({games, 2, solitaire_beliefs + 1});
}

constexpr u64 bound_columns = 6;
static_assert(sizeof(BoundRow) == bound_columns * sizeof(double));

BoundSpec bound_spec_of(u32 undealt, u32 exact_to, u32 kind, const std::vector<u32>& deals,
                        const Integers& estimate) {
    if (kind > 2) throw std::invalid_argument("kind must be 0, 1 or 2");
    if (undealt > 27 || exact_to < 12 || exact_to > 18)
        throw std::invalid_argument("undealt must be at most 27, and exact_to 12, 15 or 18");
    const auto possible = [](u32 number) { return number >= 1 && number <= 4096; };
    if (deals.size() != solitaire_stages || !std::all_of(deals.begin(), deals.end(), possible))
        throw std::invalid_argument("deals are 28 numbers of 1 ... 4096");
    if (estimate.shape(0) != solitaire_stages * bound_weights)
        throw std::invalid_argument("an estimate has 28 times 9 weights");
    BoundSpec spec{undealt, exact_to, static_cast<TableKind>(kind), {}, {}};
    std::copy(deals.begin(), deals.end(), spec.deals);
    std::copy_n(estimate.data(), solitaire_stages * bound_weights, &spec.weights[0][0]);
    return spec;
}

NumpyArray<double> bound(u64 seed, u64 first, u64 games, u32 undealt, u32 exact_to, u32 kind,
                         const std::vector<u32>& deals, const Integers& estimate,
                         const std::vector<i64>& budgets, const Integers& weights, std::optional<i64> threads,
                         const std::string& isa_name) {
    check_games(first, games);
    const SolitaireSpec spec = spec_of(seed, "valued", budgets, weights);
    const BoundSpec question = bound_spec_of(undealt, exact_to, kind, deals, estimate);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<double> rows(bound_columns * games);
    {
        const nb::gil_scoped_release release;
        bound_solitaire(spec, question, first, games, workers, isa, reinterpret_cast<BoundRow*>(rows.get()));
    }
    return rows.array({games, bound_columns});
}

}  // namespace

void bind_solitaire(nb::module_& module) {
    module.def("solitaire_play", play, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "strategy"_a,
               "budgets"_a, "weights"_a, "threads"_a = nb::none(), "isa"_a = "",
               "Leftover, undealt when declared, SETs taken and exact value of each game.");
    module.def("solitaire_play_moves", play_moves, "seed"_a, "first"_a, "games"_a, nb::kw_only(),
               "strategy"_a, "budgets"_a, "weights"_a, "threads"_a = nb::none(), "isa"_a = "",
               "The same, and the SETs taken.");
    module.def("solitaire_play_order", play_order, "order"_a, nb::kw_only(), "seed"_a, "game"_a, "strategy"_a,
               "budgets"_a, "weights"_a, "isa"_a = "",
               "The same for one game with a given order of the deck.");
    module.def("solitaire_judge", judge, "table"_a, "undealt"_a, nb::kw_only(), "budgets"_a, "weights"_a,
               "isa"_a = "", "The SETs on the table, their values, and what kind of values they are.");
    module.def("solitaire_count_partitions", count_partitions, "low"_a, "high"_a, nb::kw_only(), "isa"_a = "",
               "The number of partitions of some cards into SETs.");
    module.def("solitaire_partitions", partitions, "low"_a, "high"_a, "most"_a, nb::kw_only(), "isa"_a = "",
               "The partitions of some cards into SETs.");
    module.def("solitaire_clairvoyant", clairvoyant, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "nodes"_a,
               "threads"_a = nb::none(), "isa"_a = "",
               "Whether each deck can be cleared (1, 0, or -1), nodes visited, and the SETs taken.");
    module.def("solitaire_clairvoyant_order", clairvoyant_order, "order"_a, nb::kw_only(), "nodes"_a,
               "isa"_a = "", "The same for a given order of the deck.");
    module.def("solitaire_log_sums", log_sums, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "budgets"_a,
               "weights"_a, "threads"_a = nb::none(), "isa"_a = "",
               "For fitting: logarithms of the best sums by stage, and the exact value.");
    module.def("solitaire_samples", samples, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "undealt"_a,
               "deals"_a, "budgets"_a, "weights"_a, "threads"_a = nb::none(), "isa"_a = "",
               "For fitting: features of positions after a move, and the mean value of what follows.");
    module.def("solitaire_bound", bound, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "undealt"_a,
               "exact_to"_a, "kind"_a, "deals"_a, "estimate"_a, "budgets"_a, "weights"_a,
               "threads"_a = nb::none(), "isa"_a = "",
               "What a seer and the player reach from one position of every game, and its undealt cards.");
}

}  // namespace setlab
