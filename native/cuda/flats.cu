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

// Sums over the decks of a block for every number n of cards, in shared memory. They have 32 bits, for which the
// GPU has atomic additions there: the host sees to it that a block has at most 2^14 decks. There are fewer than
// 2^17 flats, so that the upper part of a square is below 2^18.
struct Sums {
    u32 sum[cards + 1];
    u32 lower[cards + 1], upper[cards + 1];  // of squares: the lower 16 bits and the others
    u32 least[cards + 1], most[cards + 1];

    __device__ void clear() {
        for (u32 n = threadIdx.x; n <= cards; n += decks) {
            sum[n] = lower[n] = upper[n] = most[n] = 0;
            least[n] = ~0u;
        }
    }

    // X of all lanes of a warp for one n; a lane without a deck has `with` false.
    __device__ void add(u32 n, u32 x, bool with) {
        const u64 square = with ? static_cast<u64>(x) * x : 0;
        const u32 sum_x = __reduce_add_sync(~0u, with ? x : 0);
        const u32 sum_lower = __reduce_add_sync(~0u, static_cast<u32>(square & 0xFFFF));
        const u32 sum_upper = __reduce_add_sync(~0u, static_cast<u32>(square >> 16));
        const u32 least_x = __reduce_min_sync(~0u, with ? x : ~0u);
        const u32 most_x = __reduce_max_sync(~0u, with ? x : 0);
        if (threadIdx.x % 32 != 0) return;
        atomicAdd(&sum[n], sum_x);
        atomicAdd(&lower[n], sum_lower);
        atomicAdd(&upper[n], sum_upper);
        atomicMin(&least[n], least_x);
        atomicMax(&most[n], most_x);
    }

    __device__ void flush(u64* all, u64* squares, u32* all_least, u32* all_most) const {
        for (u32 n = threadIdx.x; n <= cards; n += decks) {
            atomicAdd(&all[n], static_cast<u64>(sum[n]));
            atomicAdd(&squares[n], (static_cast<u64>(upper[n]) << 16) + lower[n]);
            atomicMin(&all_least[n], least[n]);
            atomicMax(&all_most[n], most[n]);
        }
    }
};

// histogram_at[n] is -1, or the place of the histogram of X_n in `histograms`, which have flats + 1 entries
// each.
extern "C" __global__ void __launch_bounds__(decks)
    count_flats(u64 seed, u64 first, u32 trials, const u16* flat, u32 flats, const i32* histogram_at,
                u64* sum, u64* squares, u32* least, u32* most, u64* histograms) {
    extern __shared__ SETLAB_SLOT memory[];
    __shared__ Sums near;
    near.clear();
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
    near.flush(sum, squares, least, most);
}
