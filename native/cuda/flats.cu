// Lines or planes among the first cards of a deck, one deck per thread.
//
// Defined when this is compiled: SETLAB_DIMENSION; SETLAB_FLAT, the cards of a flat; SETLAB_SLOT and
// SETLAB_COUNT, types that hold a slot and the number of flats that a card completes; SETLAB_THREADS, the
// threads of a block, 32 n.
#include "setlab/flats.hpp"

using namespace setlab;

constexpr u32 cards = cards_in(SETLAB_DIMENSION);
constexpr u32 decks = SETLAB_THREADS;
using Slots = Column<SETLAB_SLOT>;
using Completed = Column<SETLAB_COUNT>;

// histogram[n]: decks whose first flat is complete with card n, n = 0 ... cards.
extern "C" __global__ void __launch_bounds__(decks)
    find_first(u64 seed, u64 first, u32 trials, const u16* flat, u32 flats, u64* histogram) {
    extern __shared__ SETLAB_SLOT memory[];
    __shared__ u32 counted[cards + 1];
    for (u32 n = threadIdx.x; n <= cards; n += decks) counted[n] = 0;
    __syncthreads();
    const Slots slot{memory + threadIdx.x, decks};
    for (u32 i = blockIdx.x * decks + threadIdx.x; i < trials; i += gridDim.x * decks) {
        draw_slots<SETLAB_DIMENSION>(seed, first + i, slot);
        atomicAdd(&counted[first_flat<SETLAB_FLAT>(flat, flats, slot)], 1u);
    }
    __syncthreads();
    for (u32 n = threadIdx.x; n <= cards; n += decks) {
        if (counted[n] != 0) atomicAdd(&histogram[n], static_cast<u64>(counted[n]));
    }
}

// Sums over decks for every number n of cards, in shared memory and in global memory.
struct Sums {
    u64* sum;
    u64* squares;
    u32* least;
    u32* most;

    // X of all lanes of a warp for one n; a lane without a deck has `with` false.
    __device__ void add(u32 n, u32 x, bool with) const {
        const u64 square = with ? static_cast<u64>(x) * x : 0;
        constexpr u64 low = (1 << 24) - 1;
        const u32 sum_x = __reduce_add_sync(~0u, with ? x : 0);
        const u32 sum_low = __reduce_add_sync(~0u, static_cast<u32>(square & low));
        const u32 sum_high = __reduce_add_sync(~0u, static_cast<u32>(square >> 24));
        const u32 least_x = __reduce_min_sync(~0u, with ? x : ~0u);
        const u32 most_x = __reduce_max_sync(~0u, with ? x : 0);
        if (threadIdx.x % 32 != 0) return;
        atomicAdd(&sum[n], static_cast<u64>(sum_x));
        atomicAdd(&squares[n], (static_cast<u64>(sum_high) << 24) + sum_low);
        atomicMin(&least[n], least_x);
        atomicMax(&most[n], most_x);
    }
};

// histogram_at[n] is -1, or the place of the histogram of X_n in `histograms`, which have flats + 1 entries
// each.
extern "C" __global__ void __launch_bounds__(decks)
    count_flats(u64 seed, u64 first, u32 trials, const u16* flat, u32 flats, const i32* histogram_at,
                u64* sum, u64* squares, u32* least, u32* most, u64* histograms) {
    extern __shared__ SETLAB_SLOT memory[];
    __shared__ u64 near_sum[cards + 1], near_squares[cards + 1];
    __shared__ u32 near_least[cards + 1], near_most[cards + 1];
    const Sums near{near_sum, near_squares, near_least, near_most};
    for (u32 n = threadIdx.x; n <= cards; n += decks) {
        near_sum[n] = near_squares[n] = near_most[n] = 0;
        near_least[n] = ~0u;
    }
    __syncthreads();
    const Slots slot{memory + threadIdx.x, decks};
    const Completed completed{reinterpret_cast<SETLAB_COUNT*>(memory + cards * decks) + threadIdx.x, decks};
    for (u32 start = blockIdx.x * decks; start < trials; start += gridDim.x * decks) {
        const u32 i = start + threadIdx.x;
        const bool with = i < trials;
        if (with) {
            draw_slots<SETLAB_DIMENSION>(seed, first + i, slot);
            count_completed<SETLAB_FLAT>(flat, flats, cards, slot, completed);
        }
        u32 x = 0;
        for (u32 n = 0; n <= cards; ++n) {
            if (with && n != 0) x += completed[n - 1];
            near.add(n, x, with);
            const i32 at = histogram_at[n];
            if (at >= 0 && with) atomicAdd(&histograms[static_cast<u64>(at) * (flats + 1) + x], u64{1});
        }
    }
    __syncthreads();
    for (u32 n = threadIdx.x; n <= cards; n += decks) {
        atomicAdd(&sum[n], near_sum[n]);
        atomicAdd(&squares[n], near_squares[n]);
        atomicMin(&least[n], near_least[n]);
        atomicMax(&most[n], near_most[n]);
    }
}
