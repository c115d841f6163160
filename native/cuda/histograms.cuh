// Histograms of a block of threads in shared memory, added to those of the experiment at the end.
#pragma once

#include "setlab/rules.hpp"

namespace setlab {

// The counts of whole games, one array after the other. Those by number of cards have `size` entries.
struct GameCounts {
    u32* block;  // in shared memory
    u64* total;  // in global memory, of the same length
    u32 size;    // cards dealt, plus 1
    u32 turns_size;
    bool joint;  // largest table and leftover jointly, or one after the other
    u32 kept;    // the entries that are kept in shared memory; the rest are counted in global memory at once

    __device__ u32 length() const { return tables() + (joint ? size * size : 2 * size); }
    __device__ u32 turns() const { return 3 * size; }
    __device__ u32 tables() const { return turns() + turns_size; }

    __device__ void clear() const {
        for (u32 i = threadIdx.x; i < kept; i += blockDim.x) block[i] = 0;
        __syncthreads();
    }

    __device__ void count(u32 entry) const {
        if (entry < kept) {
            atomicAdd(&block[entry], 1u);
        } else {
            atomicAdd(&total[entry], u64{1});
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

    __device__ void flush() const {
        __syncthreads();
        for (u32 i = threadIdx.x; i < kept; i += blockDim.x) {
            if (block[i] != 0) atomicAdd(&total[i], static_cast<u64>(block[i]));
        }
    }
};

inline __device__ void note_search(const GameCounts& to, u32 cards, bool found, bool taken) {
    to.count(cards);
    if (found) return;
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
