// Python's way to the engine for solitaire. src/setlab/_core.pyi describes it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <map>
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

using Cards = nb::ndarray<const u8, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const i64, nb::c_contig, nb::device::cpu>;
using BudgetsByName = std::map<std::string, i64>;
using WeightsByName = std::map<std::string, Table>;

SolitaireStrategy strategy_of(const std::string& name) {
    const char* const names[] = {"random", "basic", "thrifty", "general", "valued"};
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
        throw std::invalid_argument("strategy '" + name + "' is not possible: choose " +
                                    "random, basic, thrifty, general or valued");
    return static_cast<SolitaireStrategy>(found - std::begin(names));
}

// The entry of a map, which must be there.
template <class Value>
const Value& named(const char* what, const std::map<std::string, Value>& given, const std::string& name) {
    const auto found = given.find(name);
    if (found == given.end()) throw std::invalid_argument(std::string(what) + " '" + name + "' is missing");
    return found->second;
}

u32 budget(const BudgetsByName& given, const std::string& name, i64 most = 0xFFFFFFFF) {
    const i64 number = named("budget", given, name);
    if (number < 0 || number > most)
        throw std::invalid_argument("budget " + name + " = " + std::to_string(number) +
                                    " is out of range: it must be 0 ... " + std::to_string(most));
    return static_cast<u32>(number);
}

SolitaireBudgets budgets_of(const BudgetsByName& given) {
    const SolitaireBudgets budgets{
        .general_from = budget(given, "general_from"),
        .exact_from = budget(given, "exact_from", 15),
        .deep_from = budget(given, "deep_from"),
        .ahead_from = budget(given, "ahead_from"),
        .sums_from = budget(given, "sums_from"),
        .beliefs_from = budget(given, "beliefs_from"),
        .deals = budget(given, "deals"),
        .work = budget(given, "work"),
        .partitions = budget(given, "partitions"),
        .steps = budget(given, "steps", 3),
        .deep_deals = {budget(given, "first_deals"), budget(given, "second_deals"),
                       budget(given, "third_deals")},
        .width = budget(given, "width"),
        .margin = budget(given, "margin"),
        .narrow = budget(given, "narrow"),
    };
    constexpr u64 fields = 16;
    if (given.size() != fields)
        throw std::invalid_argument(std::to_string(given.size()) +
                                    " budgets are the wrong number: there are " + std::to_string(fields));
    return budgets;
}

template <class T, u64 Rows, u64 Columns>
void read(const Table& table, const std::string& name, T (&to)[Rows][Columns]) {
    if (table.ndim() != 2 || table.shape(0) != Rows || table.shape(1) != Columns)
        throw std::invalid_argument("weights '" + name + "' must have " + std::to_string(Rows) + " rows of " +
                                    std::to_string(Columns));
    std::copy_n(table.data(), Rows * Columns, &to[0][0]);
}

template <class T, u64 Size>
void read(const Table& table, const std::string& name, T (&to)[Size]) {
    if (table.ndim() != 1 || table.shape(0) != Size)
        throw std::invalid_argument("weights '" + name + "' must have " + std::to_string(Size) + " entries");
    std::copy_n(table.data(), Size, to);
}

SolitaireWeights weights_of(const WeightsByName& given) {
    SolitaireWeights weights{};
    const auto read_named = [&](const char* name, auto& to) {
        read(named("weights", given, name), name, to);
    };
    read_named("linear", weights.linear);
    read_named("logs", weights.log_of);
    read_named("inverses", weights.inverse_of);
    read_named("curves", weights.curve);
    read_named("tilts", weights.tilt);
    read_named("beliefs", weights.belief);
    return weights;
}

void check_games(u64 first, u64 games) {
    if (games > u64{1} << 32) throw std::bad_alloc();
    if (games != 0 && first > ~u64{0} - (games - 1))
        throw std::invalid_argument("games " + std::to_string(first) + " + " + std::to_string(games) +
                                    " are out of range: the last game is 2^64 - 1");
}

SolitairePosition position_of(const Cards& table, const Cards& undealt) {
    SolitairePosition position{};
    if (table.shape(0) > 21) throw std::invalid_argument("more than 21 cards cannot lie on the table");
    const auto put = [&](u8 card, u8 where) {
        if (card >= solitaire_cards || position.where[card] != 0)
            throw std::invalid_argument("cards are 0 ... 80, and each is there once");
        position.where[card] = where;
    };
    for (u64 i = 0; i < table.shape(0); ++i) put(position.slot[position.slots++] = table.data()[i], 1);
    for (u64 i = 0; i < undealt.shape(0); ++i) put(undealt.data()[i], 2);
    return position;
}

// Memory for the moves of games, zeros where nothing is written.
Buffer<u8> no_moves(u64 games) {
    const u64 size = 3 * solitaire_most_turns * games;
    Buffer<u8> moves(size);
    std::fill_n(moves.get(), size, u8{0});
    return moves;
}

NumpyArray<u8> moves_array(Buffer<u8>& moves, u64 games) {
    return moves.array({games, solitaire_most_turns, 3});
}

// One number of every row.
template <class T, class Row>
NumpyArray<T> column(const std::vector<Row>& rows, T Row::* member) {
    return array_of<T>(rows, [member](const Row& row) { return row.*member; });
}

// `size` numbers of every row, which begin at first(row).
template <class T, class Row, class First>
Buffer<T> columns(const std::vector<Row>& rows, u64 size, const First& first) {
    Buffer<T> numbers(size * rows.size());
    for (u64 i = 0; i < rows.size(); ++i) std::copy_n(first(rows[i]), size, numbers.get() + size * i);
    return numbers;
}

nb::dict columns_of(const std::vector<SolitaireRow>& rows) {
    nb::dict result;
    result["leftover"] = column(rows, &SolitaireRow::leftover);
    result["declared"] = column(rows, &SolitaireRow::declared);
    result["turns"] = column(rows, &SolitaireRow::turns);
    result["value"] = column(rows, &SolitaireRow::value);
    return result;
}

BoundSpec bound_spec_of(u32 undealt, u32 exact_to, u32 kind, const std::vector<u32>& deals,
                        const Table& estimate, bool informed) {
    if (kind > 2) throw std::invalid_argument("kind must be 0, 1 or 2");
    if (undealt > 27 || exact_to > 18)
        throw std::invalid_argument("undealt must be at most 27, and exact_to at most 18");
    const auto possible = [](u32 number) { return number >= 1 && number <= 4096; };
    if (deals.size() != solitaire_stages || !std::all_of(deals.begin(), deals.end(), possible))
        throw std::invalid_argument("deals are 28 numbers of 1 ... 4096");
    BoundSpec spec{undealt, exact_to, static_cast<TableKind>(kind), informed, {}, {}};
    std::copy(deals.begin(), deals.end(), spec.deals);
    read(estimate, "estimate", spec.weights);
    return spec;
}

class PythonSolitaire {
  public:
    PythonSolitaire(const std::string& strategy, const BudgetsByName& budgets, const WeightsByName& weights,
                    const std::string& isa)
        : strategy_(strategy),
          engine_({strategy_of(strategy), budgets_of(budgets), weights_of(weights)}, choose_isa(isa)) {}

    nb::dict play(u64 seed, u64 first, u64 games, std::optional<i64> threads) {
        return columns_of(played(seed, first, games, threads, nullptr));
    }

    nb::dict play_moves(u64 seed, u64 first, u64 games, std::optional<i64> threads) {
        check_games(first, games);
        Buffer<u8> moves = no_moves(games);
        nb::dict result = columns_of(played(seed, first, games, threads, moves.get()));
        result["moves"] = moves_array(moves, games);
        return result;
    }

    nb::dict judge(const Cards& table, const Cards& undealt) {
        check_values();
        const SolitairePosition position = position_of(table, undealt);
        Buffer<u8> lines(3 * most_solitaire_lines);
        Buffer<i64> values(most_solitaire_lines);
        u32 size = 0;
        i32 kind = 0;
        without_lock([&] { size = engine_.judge(position, lines.get(), values.get(), kind); });
        if (kind == 0) std::fill_n(values.get(), size, i64{0});
        nb::dict result;
        result["sets"] = lines.array({size, 3});
        result["values"] = values.array({size});
        result["kind"] = kind;
        return result;
    }

    nb::dict log_sums(u64 seed, u64 first, u64 games, std::optional<i64> threads) {
        check_values();
        check_games(first, games);
        std::vector<SolitaireSums> rows(games);
        run(threads, [&](u32 workers) { engine_.log_sums(seed, first, games, workers, rows.data()); });
        nb::dict result;
        result["value"] = column(rows, &SolitaireSums::value);
        result["logs"] = columns<i32>(rows, solitaire_stages, [](const SolitaireSums& row) {
                             return &row.log[0];
                         }).array({games, solitaire_stages});
        constexpr u64 features = solitaire_stages * solitaire_features;
        result["features"] = columns<i32>(rows, features, [](const SolitaireSums& row) {
                                 return &row.feature[0][0];
                             }).array({games, solitaire_stages, solitaire_features});
        return result;
    }

    nb::dict samples(u64 seed, u64 first, u64 games, u32 undealt, u32 deals, std::optional<i64> threads) {
        check_values();
        check_games(first, games);
        if (undealt < 3 || undealt > 69 || undealt % 3 != 0 || deals < 1 || deals > 1000)
            throw std::invalid_argument("undealt must be 3, 6 ... 69, and deals 1 ... 1000");
        std::vector<SolitaireSample> rows(games);
        run(threads,
            [&](u32 workers) { engine_.sample(seed, first, games, undealt, deals, workers, rows.data()); });
        nb::dict result;
        result["features"] = columns<i64>(rows, 2 * solitaire_beliefs, [](const SolitaireSample& row) {
                                 return &row.feature[0][0];
                             }).array({games, 2, solitaire_beliefs});
        result["targets"] = columns<i64>(rows, 2, [](const SolitaireSample& row) {
                                return &row.target[0];
                            }).array({games, 2});
        return result;
    }

    nb::dict bound(u64 seed, u64 first, u64 games, u32 undealt, u32 exact_to, u32 kind,
                   const std::vector<u32>& deals, const Table& estimate, bool informed,
                   std::optional<i64> threads) {
        check_values();
        check_games(first, games);
        const BoundSpec spec = bound_spec_of(undealt, exact_to, kind, deals, estimate, informed);
        std::vector<BoundRow> rows(games);
        run(threads, [&](u32 workers) { engine_.bound(spec, seed, first, games, workers, rows.data()); });
        nb::dict result;
        result["best"] = column(rows, &BoundRow::best);
        result["played"] = column(rows, &BoundRow::played);
        result["undealt"] = column(rows, &BoundRow::undealt);
        result["kind"] = column(rows, &BoundRow::kind);
        result["chances"] = column(rows, &BoundRow::chances);
        result["squares"] = column(rows, &BoundRow::squares);
        return result;
    }

  private:
    template <class Work>
    static void run(std::optional<i64> threads, const Work& work) {
        const u32 workers = checked_threads(threads);
        const nb::gil_scoped_release release;
        work(workers);
    }

    std::vector<SolitaireRow> played(u64 seed, u64 first, u64 games, std::optional<i64> threads, u8* moves) {
        check_games(first, games);
        std::vector<SolitaireRow> rows(games);
        run(threads, [&](u32 workers) { engine_.play(seed, first, games, workers, rows.data(), moves); });
        return rows;
    }

    void check_values() const {
        if (strategy_of(strategy_) != SolitaireStrategy::valued)
            throw std::invalid_argument("strategy '" + strategy_ +
                                        "' does not value positions: choose valued");
    }

    std::string strategy_;
    SolitaireEngine engine_;
};

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
        number = std::min(list_partitions(mask, 0, isa, nullptr), most);
        rows.emplace(std::max<u64>(1, number * cards));
        list_partitions(mask, number, isa, rows->get());
    }
    return rows->array({number, cards / 3, 3});
}

u64 checked_nodes(u64 nodes) {
    if (nodes < 1 || nodes > u64{1} << 26)
        throw std::invalid_argument("nodes " + std::to_string(nodes) +
                                    " are out of range: choose 1 ... 2^26");
    return nodes;
}

nb::dict clairvoyant(u64 seed, u64 first, u64 games, u64 nodes, std::optional<i64> threads,
                     const std::string& isa_name) {
    check_games(first, games);
    checked_nodes(nodes);
    const Isa isa = choose_isa(isa_name);
    const u32 workers = checked_threads(threads);
    Buffer<i32> answers(games);
    Buffer<u8> moves = no_moves(games);
    without_lock(
        [&] { search_solitaire(seed, first, games, nodes, workers, isa, answers.get(), moves.get()); });
    nb::dict result;
    result["answers"] = answers.array({games});
    result["moves"] = moves_array(moves, games);
    return result;
}

nb::tuple clairvoyant_order(const Cards& order, u64 nodes, const std::string& isa_name) {
    const u8* deck = checked_order(order);
    checked_nodes(nodes);
    const Isa isa = choose_isa(isa_name);
    Buffer<u8> moves = no_moves(1);
    i32 answer = 0;
    without_lock([&] { answer = search_solitaire_order(deck, nodes, isa, moves.get()); });
    return nb::make_tuple(answer, moves.array({solitaire_most_turns, 3}));
}

}  // namespace

void bind_solitaire(nb::module_& module) {
    nb::class_<PythonSolitaire>(module, "SolitaireEngine",
                                "A player of solitaire: a strategy with its budgets and weights.")
        .def(nb::init<const std::string&, const BudgetsByName&, const WeightsByName&, const std::string&>(),
             "strategy"_a, "budgets"_a, "weights"_a, nb::kw_only(), "isa"_a = "")
        .def("play", &PythonSolitaire::play, "seed"_a, "first"_a, "games"_a, nb::kw_only(),
             "threads"_a = nb::none(), "For each game: cards left, undealt when declared, SETs taken, value.")
        .def("play_moves", &PythonSolitaire::play_moves, "seed"_a, "first"_a, "games"_a, nb::kw_only(),
             "threads"_a = nb::none(), "The same, and the SETs taken.")
        .def("judge", &PythonSolitaire::judge, "table"_a, "undealt"_a,
             "The SETs on the table, their values, and the kind of these values.")
        .def("log_sums", &PythonSolitaire::log_sums, "seed"_a, "first"_a, "games"_a, nb::kw_only(),
             "threads"_a = nb::none(), "For fitting: the value of each game, and by stage the best sum.")
        .def("samples", &PythonSolitaire::samples, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "undealt"_a,
             "deals"_a, "threads"_a = nb::none(),
             "For fitting: features after two moves in each game, and the mean value of what follows.")
        .def("bound", &PythonSolitaire::bound, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "undealt"_a,
             "exact_to"_a, "kind"_a, "deals"_a, "estimate"_a, "informed"_a = true, "threads"_a = nb::none(),
             "What the informed player and the player reach from one position of every game.");
    module.def("solitaire_count_partitions", count_partitions, "low"_a, "high"_a, nb::kw_only(), "isa"_a = "",
               "The number of partitions of some cards into SETs.");
    module.def("solitaire_partitions", partitions, "low"_a, "high"_a, "most"_a, nb::kw_only(), "isa"_a = "",
               "The partitions of some cards into SETs.");
    module.def("solitaire_clairvoyant", clairvoyant, "seed"_a, "first"_a, "games"_a, nb::kw_only(), "nodes"_a,
               "threads"_a = nb::none(), "isa"_a = "",
               "Whether each deck can be cleared (1, 0, or -1), and the SETs taken.");
    module.def("solitaire_clairvoyant_order", clairvoyant_order, "order"_a, nb::kw_only(), "nodes"_a,
               "isa"_a = "", "The same for a given order of the deck.");
}

}  // namespace setlab
