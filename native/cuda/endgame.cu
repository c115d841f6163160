// Whole games, one per thread, by headers that are tested on the CPU.
//
// Defined when this is compiled: SETLAB_DIMENSION; SETLAB_SLOTS, the most slots of a table; SETLAB_CHOICE and
// SETLAB_REFILL, names of the enumerations in rules.hpp; SETLAB_WIDTH, the bits of a draw that chooses;
// SETLAB_ROOM, the bytes of shared memory of a block without its histograms.
#include "histograms.cuh"
#include "setlab/column.hpp"
#include "setlab/scan_table.hpp"
#include "setlab/trial_game.hpp"

using namespace setlab;

using Moves = Translations<SETLAB_DIMENSION>;
constexpr u32 most_cards = cards_in(SETLAB_DIMENSION);
constexpr u32 codes = 32 * Moves::blocks;  // packed cards, and a hole behind them
constexpr bool narrow = is_narrow(Choice::SETLAB_CHOICE);

// The smallest type for numbers up to a largest one.
template <bool>
struct Unsigned {
    using Type = u8;
};
template <>
struct Unsigned<true> {
    using Type = u16;
};
using Code = Unsigned<(codes > 255)>::Type;
using Slot = Unsigned<(SETLAB_SLOTS > 256)>::Type;
using Count = Unsigned<(SETLAB_SLOTS * (SETLAB_SLOTS - 1) / 6 > 255)>::Type;  // two cards are in one SET

// Memory of a thread: its own, or a column of shared memory. In memory of their own, 32 threads that ask for
// 32 different rows wait for each other.
template <bool near, class Entry, u32 rows>
struct Rows {
    static constexpr u32 bytes = 0;
    Entry entry[rows];
    __device__ Entry& operator[](u32 row) { return entry[row]; }
    __device__ void place(u8*&) {}
};
template <class Entry, u32 rows>
struct Rows<true, Entry, rows> {
    static constexpr u32 bytes = rows * sizeof(Entry);
    Column<Entry> column;
    __device__ Entry& operator[](u32 row) const { return column[row]; }
    __device__ void place(u8*& at);
};

// Tables of usual size are near; so are the deck and the slots of its cards if there are at most 81.
constexpr bool near = SETLAB_SLOTS <= 256, whole_near = near && SETLAB_DIMENSION <= 4;
struct Layout {
    using Words = Rows<near, u32, Moves::blocks>;
    PairedMask<SETLAB_DIMENSION, Words> mask;
    Rows<near, Code, SETLAB_SLOTS> card_at;
    Rows<near, Count, SETLAB_SLOTS> from;
    Rows<near && narrow, Count, narrow ? SETLAB_SLOTS : 1> number;
    Rows<whole_near, Slot, codes> slot_of;
    Rows<whole_near, Code, most_cards> rank;  // of the cards of the deck

    static constexpr u32 bytes = 2 * Words::bytes + decltype(card_at)::bytes + decltype(from)::bytes +
                                 decltype(number)::bytes + decltype(slot_of)::bytes + decltype(rank)::bytes;
    __device__ explicit Layout(u8* memory) {
        mask.cards.place(memory);
        mask.negatives.place(memory);
        card_at.place(memory);
        from.place(memory);
        number.place(memory);
        slot_of.place(memory);
        rank.place(memory);
    }
};
using GameTable = ScanTable<SETLAB_DIMENSION, Layout, narrow>;

constexpr u32 packed_bytes = 2 * (most_cards + 1) / 4 * 4 + 4;
constexpr u32 threads_for(u32 room, u32 each) {
    const u32 fit = each == 0 ? 256 : room / each / 32 * 32;
    return fit < 32 ? 32 : fit > SETLAB_MOST_THREADS ? SETLAB_MOST_THREADS : fit;
}
constexpr u32 threads = threads_for(SETLAB_ROOM - sizeof(Moves) - packed_bytes, Layout::bytes);

template <class Entry, u32 rows>
__device__ void Rows<true, Entry, rows>::place(u8*& at) {
    column = {reinterpret_cast<Entry*>(at) + threadIdx.x, threads};
    at += rows * threads * sizeof(Entry);
}

// The tables that move cards are made once, and every block has a copy in shared memory.
extern "C" __device__ u32 move_bytes = sizeof(Moves);
extern "C" __device__ u32 block_threads = threads;
extern "C" __device__ u32 block_bytes = sizeof(Moves) + packed_bytes + threads * Layout::bytes;
extern "C" __global__ void make_moves(Moves* to) { to->fill(); }

// Shared memory: the moves, the packed cards, the layouts of the tables, the histograms.
struct Near {
    Moves* moves;
    u16* packed;
    u8* layouts;
    u32* counts;

    __device__ explicit Near(void* memory)
        : moves(static_cast<Moves*>(memory)),
          packed(reinterpret_cast<u16*>(moves + 1)),
          layouts(reinterpret_cast<u8*>(packed) + packed_bytes),
          counts(reinterpret_cast<u32*>(layouts + Layout::bytes * threads)) {}

    __device__ void load(const Moves* from, const u16* cards, u32 deck) const {
        for (u32 i = threadIdx.x; i < sizeof(Moves) / 4; i += threads) {
            reinterpret_cast<u32*>(moves)[i] = reinterpret_cast<const u32*>(from)[i];
        }
        for (u32 i = threadIdx.x; i < deck; i += threads) packed[i] = cards[i];
        __syncthreads();
    }
};

// What the games of an experiment share, as the host gives it.
struct Experiment {
    u64 seed;
    const Moves* moves;
    const u16* packed;
    u32 deck, dealt, table, first_choice;

    __device__ GameRules rules() const {
        return {dealt, table, Choice::SETLAB_CHOICE, Refill::SETLAB_REFILL};
    }
};

// Plays the trials first ... first + *number - 1, or those listed. The rare ones among them are listed.
extern "C" __global__ void __launch_bounds__(threads)
    play_games(const Experiment* given, u64 first, const u64* listed, const u32* number, u64* totals,
               u32 kept, u32 joint, u32 rare_leftover, u32 rare_table, u64* rare, u32* rares, u32 room) {
    extern __shared__ uint4 memory[];
    const Near near(memory);
    const Experiment experiment = *given;
    near.load(experiment.moves, experiment.packed, experiment.deck);
    const u32 dealt = experiment.dealt;
    const GameCounts counts{near.counts, totals, dealt + 1, 2 * dealt / 3 + 4, joint != 0, kept};
    counts.clear();

    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Layout layout(near.layouts);
    GameTable table(*near.moves, layout);
    const u32 games = *number;
    for (u32 n = blockIdx.x * threads + threadIdx.x; n < games; n += gridDim.x * threads) {
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
extern "C" __global__ void __launch_bounds__(threads)
    show_games(const Experiment* given, const u64* listed, u32 games, u16* rows, u32 width) {
    extern __shared__ uint4 memory[];
    const Near near(memory);
    const Experiment experiment = *given;
    near.load(experiment.moves, experiment.packed, experiment.deck);
    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Layout layout(near.layouts);
    GameTable table(*near.moves, layout);
    for (u32 n = blockIdx.x * threads + threadIdx.x; n < games; n += gridDim.x * threads) {
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
