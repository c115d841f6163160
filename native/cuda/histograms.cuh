// Histograms of a block of threads in shared memory, added to those of the experiment at the end.
#pragma once

#include "setlab/search_log.hpp"

namespace setlab {

// The kinds of tables whose SETs are counted: `sizes` numbers of cards, from the smallest in steps of three, with
// 0 ... most_sets SETs. There are none if SETs are not counted.
struct TableKinds {
    u32 smallest = 0, sizes = 0, most_sets = 0;

    __device__ u32 row() const { return sizes == 0 ? 0 : most_sets + 1; }
    __device__ u32 at(u32 cards) const { return (cards - smallest) / 3; }
};

// The counts of whole games, one array after the other. Those by number of cards have `size` entries.
struct GameCounts {
    u32* block;  // in shared memory
    u64* total;  // in global memory, of the same length
    u32 size;    // cards dealt, plus 1
    u32 turns_size;
    bool joint;  // largest table and leftover jointly, or one after the other
    u32 kept;    // the entries that are kept in shared memory; the rest are counted in global memory at once
    TableKinds kinds = {};
    SearchLog* log = nullptr;  // of the game that a thread plays, if SETs are counted

    __device__ u32 length() const { return squares() + kinds.sizes; }
    __device__ u32 turns() const { return 3 * size; }
    __device__ u32 first_sets() const { return turns() + turns_size; }
    __device__ u32 seen() const { return first_sets() + kinds.row(); }
    __device__ u32 tables() const { return seen() + 3 * kinds.sizes * kinds.row(); }
    __device__ u32 squares() const { return tables() + (joint ? size * size : 2 * size); }

    __device__ void clear() const {
        for (u32 i = threadIdx.x; i < kept; i += blockDim.x) block[i] = 0;
        __syncthreads();
    }

    __device__ void count(u32 entry, u64 number = 1) const {
        if (entry < kept) {
            atomicAdd(&block[entry], static_cast<u32>(number));
        } else {
            atomicAdd(&total[entry], number);
        }
    }

    __device__ void add(const GameResult& result) const {
        count(turns() + result.turns);
        if (joint) {
            count(tables() + result.largest_table * size + result.leftover);
        } else {
            count(tables() + result.leftover);
            count(tables() + size + result.largest_table);
        }
    }

    // What search_log.hpp adds.
    __device__ void add_first(u32 sets, u64 games) const { count(first_sets() + sets, games); }
    __device__ void add_seen(u32 cards, u32 sets, u64 times, u64 squares, u64 products) const {
        const u32 entry = seen() + kinds.at(cards) * kinds.row() + sets, step = kinds.sizes * kinds.row();
        count(entry, times);
        count(entry + step, squares);
        count(entry + 2 * step, products);
    }
    __device__ void add_squares(u32 cards, u64 number) const { count(squares() + kinds.at(cards), number); }

    __device__ void flush() const {
        __syncthreads();
        for (u32 i = threadIdx.x; i < kept; i += blockDim.x) {
            if (block[i] != 0) atomicAdd(&total[i], static_cast<u64>(block[i]));
        }
    }
};

inline __device__ void note_search(const GameCounts& to, u32 cards, u32 sets, bool taken) {
    to.count(cards);
    if (to.log != nullptr) to.log->search[to.log->size++] = {cards, sets};
    if (sets != 0) return;
    to.count(to.size + cards);
    if (!taken) to.count(2 * to.size + cards);
}

// Trials that are listed one by one, as many as fit; `number` counts those that do not fit as well.
struct TrialList {
    u64* trial;
    u32* number;
    u32 room;

    __device__ void add(u64 one) const {
        const u32 at = atomicAdd(number, 1u);
        if (at < room) trial[at] = one;
    }
};

}  // namespace setlab
