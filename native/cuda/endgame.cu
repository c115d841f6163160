// Whole games, one per thread, by headers that are tested on the CPU.
//
// Defined when this is compiled: SETLAB_DIMENSION; SETLAB_SLOTS, the most slots of a table, and SETLAB_SETS, the
// most SETs on it; SETLAB_CHOICE and SETLAB_REFILL, names of the enumerations in rules.hpp; SETLAB_WIDTH, the
// bits of a draw that chooses; SETLAB_ROOM, the bytes of shared memory of a block without its histograms;
// SETLAB_THREADS, the most threads of a block; SETLAB_PLAYER, a name of the enumeration in player_table.hpp, where a
// player of solitaire chooses; and SETLAB_COUNT_SETS, where the SETs on every table that is searched are counted.
#include "histograms.cuh"
#include "setlab/column.hpp"
#include "setlab/near_list.hpp"
#include "setlab/player_table.hpp"
#include "setlab/table.hpp"
#include "setlab/translations.hpp"
#include "setlab/trial_game.hpp"

using namespace setlab;

using Moves = Translations<SETLAB_DIMENSION>;
constexpr u32 most_cards = cards_in(SETLAB_DIMENSION);
constexpr u32 codes = TableMask<SETLAB_DIMENSION>::codes;
constexpr u32 packed_bytes = (2 * most_cards + 3) / 4 * 4;

template <bool, class One, class Other>
struct If {
    using Type = One;
};
template <class One, class Other>
struct If<false, One, Other> {
    using Type = Other;
};

// Memory of a thread: its own, or a column of shared memory. In memory of their own, 32 threads that ask for
// 32 different rows wait for each other.
template <class Entry, u32 rows, bool near>
struct Rows {
    static constexpr u32 bytes = 0;
    struct Own {
        Entry entry[rows];
    };
    Entry* entry;
    __device__ Entry& operator[](u32 row) const { return entry[row]; }
    __device__ void place(Own& own, u8*&) { entry = own.entry; }
};
template <class Entry, u32 rows>
struct Rows<Entry, rows, true> {
    static constexpr u32 bytes = rows * sizeof(Entry);
    struct Own {};
    Column<Entry> column;
    __device__ Entry& operator[](u32 row) const { return column[row]; }
    __device__ void place(Own&, u8*& at);
};

// The SETs of a table of up to 64 slots are masks, the first of them near; larger tables have a sorted list in
// memory of the threads. The rows of slots are near unless they are very long; the deck and the slots of its
// cards are near if there are at most 81.
constexpr bool masks = SETLAB_SLOTS <= 64, near = SETLAB_SLOTS <= 256, whole = near && SETLAB_DIMENSION <= 4;
constexpr u32 near_sets = SETLAB_SLOTS <= 32 ? 8 : 16, far_sets = masks ? most_sets(SETLAB_SLOTS) + 1 : 1;
using Mask = If<SETLAB_SLOTS <= 32, u32, u64>::Type;
using NearSets = Rows<Mask, near_sets, masks>;
using Sets = SetMemory<Mask, NearSets, near_sets>;
using List =
    If<masks, NearList<Mask, masks ? SETLAB_SLOTS : 64, Sets>, KeyList<SETLAB_SLOTS, SETLAB_SETS>>::Type;
using Code = If<(codes < 256), u8, u16>::Type;

struct Layout {
    using Words = Rows<u32, Moves::blocks, near>;
    using Cards = Rows<Code, SETLAB_SLOTS, near>;
    using Slots = Rows<List::Slot, codes + 1, whole>;
    PairedMask<SETLAB_DIMENSION, Words> mask, others;  // the others are a player's
    Cards card_at;
    Slots slot_of;
};
using Ranks = Rows<Code, most_cards, whole>;  // the deck: ranks among its cards
#if defined(SETLAB_PLAYER)
constexpr bool with_others = true;
using GameTable = PlayerTable<Table<SETLAB_DIMENSION, List, Layout, Moves>, Player::SETLAB_PLAYER>;
#else
constexpr bool with_others = false;
using GameTable = Table<SETLAB_DIMENSION, List, Layout, Moves>;
#endif

constexpr u32 thread_bytes =
    NearSets::bytes + (with_others ? 4 : 2) * Layout::Words::bytes + Layout::Cards::bytes + Layout::Slots::bytes + Ranks::bytes;
// Sorted lists are in the cache, which has what the columns leave: there are fewer threads then.
constexpr u32 threads_for(u32 room) {
    constexpr u32 most = masks || SETLAB_THREADS < 256 ? SETLAB_THREADS : 256;
    const u32 fit = near ? room / thread_bytes / 32 * 32 : most;
    return fit < 32 ? 32 : fit > most ? most : fit;
}
constexpr u32 threads = threads_for(SETLAB_ROOM - sizeof(Moves) - packed_bytes);

template <class Entry, u32 rows>
__device__ void Rows<Entry, rows, true>::place(Own&, u8*& at) {
    column = {reinterpret_cast<Entry*>(at) + threadIdx.x, threads};
    at += rows * threads * sizeof(Entry);
}

// The memory of a thread. What is its own lies outside of the table, whose numbers stay in registers then.
struct Own {
    NearSets::Own sets;
    Layout::Words::Own cards, negatives;
    Layout::Cards::Own card_at;
    Layout::Slots::Own slot_of;
    Ranks::Own rank;
    Mask far[far_sets];
};
struct Memory {
    Sets sets;
    Layout layout;
    Ranks rank;

    __device__ Memory(Own& own, u8* at) {
        sets.near.place(own.sets, at);  // the widest entries come first
        sets.far = own.far;
        layout.mask.cards.place(own.cards, at);
        layout.mask.negatives.place(own.negatives, at);
        if constexpr (with_others) {
            layout.others.cards.place(own.cards, at);
            layout.others.negatives.place(own.negatives, at);
        }
        layout.card_at.place(own.card_at, at);
        layout.slot_of.place(own.slot_of, at);
        rank.place(own.rank, at);
    }
    template <class AnyTable = GameTable>
    __device__ AnyTable table(const Moves& moves) const {
        if constexpr (masks) {
            return AnyTable(moves, layout, sets);
        } else {
            return AnyTable(moves, layout);
        }
    }
};

// The tables that move cards are made once, and every block has a copy in shared memory.
extern "C" {
__device__ u32 move_bytes = sizeof(Moves);
__device__ u32 block_threads = threads;
__device__ u32 block_bytes = sizeof(Moves) + packed_bytes + threads * thread_bytes;
}
extern "C" __global__ void make_moves(Moves* to) { to->fill(); }

// Shared memory: columns of the threads, the moves, the packed cards, the histograms.
struct Near {
    u8* columns;
    Moves* moves;
    u16* packed;
    u32* counts;

    __device__ explicit Near(void* memory)
        : columns(static_cast<u8*>(memory)),
          moves(reinterpret_cast<Moves*>(columns + threads * thread_bytes)),
          packed(reinterpret_cast<u16*>(moves + 1)),
          counts(reinterpret_cast<u32*>(reinterpret_cast<u8*>(packed) + packed_bytes)) {}

    __device__ void load(const Moves* from, const u16* cards, u32 deck) const {
        for (u32 i = threadIdx.x; i < sizeof(Moves) / 4; i += threads) {
            reinterpret_cast<u32*>(moves)[i] = reinterpret_cast<const u32*>(from)[i];
        }
        for (u32 i = threadIdx.x; i < deck; i += threads) packed[i] = cards[i];
        __syncthreads();
    }
};

// The common settings of the games of an experiment, as the host gives them.
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
#if defined(SETLAB_COUNT_SETS)
    Search searched[most_searches(most_cards, 3)];
    SearchLog log{searched, 0};
    const TableKinds kinds{experiment.table, (SETLAB_SLOTS - experiment.table) / 3 + 1, SETLAB_SETS};
    const GameCounts counts{near.counts, totals, dealt + 1, 2 * dealt / 3 + 4, joint != 0, kept, kinds, &log};
#else
    const GameCounts counts{near.counts, totals, dealt + 1, 2 * dealt / 3 + 4, joint != 0, kept};
#endif
    counts.clear();

    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Own own;
    Memory mine(own, near.columns);
    GameTable table = mine.table(*near.moves);
    const u32 games = *number;
    for (u32 n = blockIdx.x * threads + threadIdx.x; n < games; n += gridDim.x * threads) {
        const u64 trial = listed == nullptr ? first + n : listed[n];
        const GameResult result =
            play_trial<most_cards, SETLAB_WIDTH>(deal, experiment.rules(), trial, mine.rank, table, counts);
        counts.add(result);
#if defined(SETLAB_COUNT_SETS)
        add_game(log, counts);
#endif
        if (result.leftover >= rare_leftover || result.largest_table >= rare_table)
            TrialList{rare, rares, room}.add(trial);
    }
    counts.flush();
}

// Notes nothing.
struct NoNotes {};
inline __device__ void note_search(const NoNotes&, u32, u32, bool) {}

// A row for every game that is listed: leftover, largest table, and in the order of the slots the packed
// cards that are left, as many as fit into `width` numbers.
extern "C" __global__ void __launch_bounds__(threads)
    show_games(const Experiment* given, const u64* listed, u32 games, u16* rows, u32 width) {
    extern __shared__ uint4 memory[];
    const Near near(memory);
    const Experiment experiment = *given;
    near.load(experiment.moves, experiment.packed, experiment.deck);
    const SharedDeal deal{experiment.seed, experiment.deck, near.packed, experiment.first_choice};
    Own own;
    Memory mine(own, near.columns);
    GameTable table = mine.table(*near.moves);
    for (u32 n = blockIdx.x * threads + threadIdx.x; n < games; n += gridDim.x * threads) {
        const GameResult result = play_trial<most_cards, SETLAB_WIDTH>(deal, experiment.rules(), listed[n],
                                                                       mine.rank, table, NoNotes{});
        u16* row = rows + static_cast<u64>(n) * width;
        row[0] = static_cast<u16>(result.leftover);
        row[1] = static_cast<u16>(result.largest_table);
        u32 at = 2;
        for (u32 slot = 0; slot < table.slots() && at < width; ++slot) {
            if (table.has_card(slot)) row[at++] = static_cast<u16>(table.card_at(slot));
        }
    }
}
