// Whole games, one per thread, by the headers that the CPU shares.
//
// Defined when this is compiled: SETLAB_DIMENSION; SETLAB_LIST, how the SETs on the table are kept;
// SETLAB_CHOICE and SETLAB_REFILL, names of the enumerations in rules.hpp; SETLAB_WIDTH, the bits of a draw
// that chooses; SETLAB_COLUMNS, 1 if the layouts of tables fit into shared memory.
#include "histograms.cuh"
#include "setlab/column.hpp"
#include "setlab/table.hpp"
#include "setlab/trial_game.hpp"

using namespace setlab;

using Mirrors = Reflections<SETLAB_DIMENSION>;
using List = SETLAB_LIST;
using Mask = TableMask<SETLAB_DIMENSION>;
constexpr u32 most_cards = cards_in(SETLAB_DIMENSION);

// The layout of a table in shared memory. In the memory of a thread, 32 threads that ask for 32 different
// cards would wait for each other.
struct NearLayout {
    Column<u16> card_at;
    Column<List::Slot> slot_of;
    TableMask<SETLAB_DIMENSION, Column<u32>> mask;

    Column<u8> rank;  // of the cards of the deck

    static constexpr u32 words = Mask::blocks + 1;
    static constexpr u32 bytes =
        4 * words + 2 * List::most_slots + sizeof(List::Slot) * (Mask::codes + 1) + most_cards;
    __device__ static NearLayout in(void* memory) {
        u32* masks = static_cast<u32*>(memory);
        u16* cards = reinterpret_cast<u16*>(masks + words * blockDim.x);
        List::Slot* slots = reinterpret_cast<List::Slot*>(cards + List::most_slots * blockDim.x);
        const u32 own = threadIdx.x, all = blockDim.x;
        u8* ranks = reinterpret_cast<u8*>(slots + (Mask::codes + 1) * all);
        return {{cards + own, all}, {slots + own, all}, {{masks + own, all}}, {ranks + own, all}};
    }
};
struct OwnLayout : TableLayout<SETLAB_DIMENSION, List> {
    u16 rank[most_cards];
    static constexpr u32 bytes = 0;
    __device__ static OwnLayout in(void*) { return {}; }
};
template <bool>
struct Layouts {
    using Layout = OwnLayout;
};
template <>
struct Layouts<true> {
    using Layout = NearLayout;
};
using Layout = Layouts<SETLAB_COLUMNS>::Layout;
using GameTable = Table<SETLAB_DIMENSION, List, Layout>;

// The bytes of the tables that reflect cards. They are made once, and every block has a copy in shared
// memory.
extern "C" __device__ u32 mirror_bytes = sizeof(Mirrors);
extern "C" __device__ u32 layout_bytes = Layout::bytes;
extern "C" __global__ void make_mirrors(Mirrors* to) { to->fill(); }

// Shared memory: the mirrors, the packed cards, the layouts of the tables, the histograms.
struct Near {
    Mirrors* mirrors;
    u16* packed;
    void* layouts;
    u32* counts;

    __device__ explicit Near(void* memory)
        : mirrors(static_cast<Mirrors*>(memory)),
          packed(reinterpret_cast<u16*>(mirrors + 1)),
          layouts(packed + (most_cards + 1) / 2 * 2),
          counts(reinterpret_cast<u32*>(static_cast<u8*>(layouts) + Layout::bytes * blockDim.x)) {}

    __device__ void load(const Mirrors* from, const u16* cards, u32 deck) const {
        for (u32 i = threadIdx.x; i < sizeof(Mirrors) / 4; i += blockDim.x) {
            reinterpret_cast<u32*>(mirrors)[i] = reinterpret_cast<const u32*>(from)[i];
        }
        for (u32 i = threadIdx.x; i < deck; i += blockDim.x) packed[i] = cards[i];
        __syncthreads();
    }
};

// What the games of an experiment share, as the host gives it.
struct Experiment {
    u64 seed;
    const Mirrors* mirrors;
    const u16* packed;
    u32 deck, dealt, table, first_choice;

    __device__ GameRules rules() const {
        return {dealt, table, Choice::SETLAB_CHOICE, Refill::SETLAB_REFILL};
    }
};

// Plays the trials first ... first + *number - 1, or those listed. The rare ones among them are listed.
extern "C" __global__ void play_games(const Experiment* given, u64 first, const u64* listed,
                                      const u32* number, u64* totals, u32 kept, u32 joint, u32 rare_leftover,
                                      u32 rare_table, u64* rare, u32* rares, u32 room) {
    extern __shared__ uint4 memory[];
    const Near near(memory);
    const Experiment experiment = *given;
    near.load(experiment.mirrors, experiment.packed, experiment.deck);
    const u32 dealt = experiment.dealt;
    const GameCounts counts{near.counts, totals, dealt + 1, 2 * dealt / 3 + 4, joint != 0, kept};
    counts.clear();

    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Layout layout = Layout::in(near.layouts);
    GameTable table(*near.mirrors, layout);
    const u32 games = *number;
    for (u32 n = blockIdx.x * blockDim.x + threadIdx.x; n < games; n += gridDim.x * blockDim.x) {
        const u64 trial = listed == nullptr ? first + n : listed[n];
        const GameResult result =
            play_trial<most_cards, SETLAB_WIDTH>(deal, experiment.rules(), trial, layout.rank, table, counts);
        counts.add(result);
        if (result.leftover >= rare_leftover || result.largest_table >= rare_table)
            TrialList{rare, rares, room}.add(trial);
    }
    counts.flush();
}

// Notes nothing.
struct NoNotes {};
inline __device__ void note_search(const NoNotes&, u32, bool, bool) {}

// A row for every game that is listed: leftover, largest table, and in the order of the slots the packed
// cards that are left, as many as fit into `width` numbers.
extern "C" __global__ void show_games(const Experiment* given, const u64* listed, u32 games, u16* rows,
                                      u32 width) {
    extern __shared__ uint4 memory[];
    const Near near(memory);
    const Experiment experiment = *given;
    near.load(experiment.mirrors, experiment.packed, experiment.deck);
    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Layout layout = Layout::in(near.layouts);
    GameTable table(*near.mirrors, layout);
    for (u32 n = blockIdx.x * blockDim.x + threadIdx.x; n < games; n += gridDim.x * blockDim.x) {
        const GameResult result = play_trial<most_cards, SETLAB_WIDTH>(deal, experiment.rules(), listed[n],
                                                                       layout.rank, table, NoNotes{});
        u16* row = rows + static_cast<u64>(n) * width;
        row[0] = static_cast<u16>(result.leftover);
        row[1] = static_cast<u16>(result.largest_table);
        u32 at = 2;
        for (u32 slot = 0; slot < table.slots() && at < width; ++slot) {
            if (table.has_card(slot)) row[at++] = static_cast<u16>(table.card_at(slot));
        }
    }
}
