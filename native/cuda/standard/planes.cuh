// Cards and draws of groups of 32 games in global memory, one bit for every game. Those of 32 groups lie side
// by side, so that a warp reads 128 bytes at once.
#pragma once

#include "games.cuh"

namespace setlab {
namespace sliced32 {

constexpr u32 choice_draws = 25;
constexpr u32 card_planes = 81 * planes, group_planes = card_planes + choice_draws * 16;

__device__ __forceinline__ u64 column_of(u32 group) {
    return static_cast<u64>(group >> 5) * (group_planes * 32) + (group & 31);
}
__device__ __forceinline__ u32 plane_of_card(u32 k, u32 plane) { return (k * planes + plane) * 32; }
__device__ __forceinline__ u32 plane_of_draw(u32 t, u32 bit) { return (card_planes + t * 16 + bit) * 32; }

struct GroupInput {
    const u32* column;
    __device__ __forceinline__ u32 card(int k, int plane) const {
        return __ldcs(column + plane_of_card(k, plane));
    }
    __device__ __forceinline__ u32 draw(int t, int bit) const {
        return __ldcs(column + plane_of_draw(t, bit));
    }
};

// A word from global to shared memory, without a register.
__device__ __forceinline__ void copy_async(u32* to, const u32* from) {
    const u32 address = static_cast<u32>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from) : "memory");
}
__device__ __forceinline__ void close_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// The memory of a thread in shared memory: columns of cards, of 16 bytes at a time, and of words.
template <u32 Threads>
struct CardColumn {
    uint4* cards;
    __device__ __forceinline__ Card get(int i) const {
        const uint4 a = cards[2 * i * Threads], b = cards[(2 * i + 1) * Threads];
        return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
    }
    __device__ __forceinline__ void put(int i, const Card& card) const {
        const u32(&p)[planes] = card.plane;
        cards[2 * i * Threads] = make_uint4(p[0], p[1], p[2], p[3]);
        cards[(2 * i + 1) * Threads] = make_uint4(p[4], p[5], p[6], p[7]);
    }
    // Where a plane of card i lies.
    __device__ __forceinline__ u32* plane(int i, int p) const {
        return reinterpret_cast<u32*>(cards + (2 * i + p / 4) * Threads) + p % 4;
    }
};

template <u32 Threads>
struct EndMemory {
    CardColumn<Threads> column;
    u32* word;
    __device__ __forceinline__ u32 get(int w) const { return word[w * Threads]; }
    __device__ __forceinline__ void put(int w, u32 value) const { word[w * Threads] = value; }
    __device__ __forceinline__ Card card(int i) const { return column.get(i); }
    __device__ __forceinline__ void put_card(int i, const Card& card) const { column.put(i, card); }
};

template <u32 Threads>
struct GroupMemory {
    CardColumn<Threads> column;  // of the far slots
    u32* word;                   // hits, then the draw

    static constexpr u32 card_rows = 2 * far_slots;
    static constexpr u32 bytes = Threads * (16 * card_rows + 4 * (hit_words + 16));
    static_assert(16 * 2 * table_slots + 4 * old_pairs <= bytes / Threads);

    __device__ __forceinline__ explicit GroupMemory(uint4* memory)
        : column{memory + threadIdx.x},
          word(reinterpret_cast<u32*>(memory + card_rows * Threads) + threadIdx.x) {}

    __device__ __forceinline__ u32 get(int w) const { return word[w * Threads]; }
    __device__ __forceinline__ void put(int w, u32 value) const { word[w * Threads] = value; }
    __device__ __forceinline__ u32 draw(int bit) const { return word[(hit_words + bit) * Threads]; }
    __device__ __forceinline__ Card card(int i) const { return column.get(i - near_slots); }
    __device__ __forceinline__ void put_card(int i, const Card& card) const {
        column.put(i - near_slots, card);
    }

    __device__ __forceinline__ void fetch_draw(const GroupInput& input, int t) const {
        SETLAB_UNROLLED
        for (int bit = 0; bit < 16; ++bit) {
            copy_async(word + (hit_words + bit) * Threads, input.column + plane_of_draw(t, bit));
        }
        close_copies();
    }

    // A twelfth of what a deal needs: two planes of its cards, one or two of its draw. In bursts, copies
    // would wait for each other. Behind the last deal there is nothing; what is read then is not used.
    __device__ __forceinline__ void fetch_part(const GroupInput& input, int deal, int part) const {
        const u32* cards = input.column + plane_of_card(table_slots + 3 * deal, 0);
        const u32* draws = input.column + plane_of_draw(deal, 0);
        SETLAB_UNROLLED
        for (int n = 2 * part; n < 2 * part + 2; ++n) {
            copy_async(column.plane(table_slots - near_slots + n / planes, n % planes), cards + 32 * n);
        }
        SETLAB_UNROLLED
        for (int bit = 4 * part / 3; bit < 4 * (part + 1) / 3; ++bit) {
            copy_async(word + (hit_words + bit) * Threads, draws + 32 * bit);
        }
        if (part == table_slots - 1) close_copies();
    }
    __device__ __forceinline__ void wait_for_cards() const {
        asm volatile("cp.async.wait_all;" ::: "memory");
    }

    __device__ __forceinline__ void fence() const { __syncwarp(); }
    __device__ __forceinline__ void together() const { __syncthreads(); }
    __device__ __forceinline__ void barrier() const { __syncthreads(); }

    // The same memory, laid out for twelve cards.
    __device__ __forceinline__ EndMemory<Threads> at_the_end() const {
        uint4* start = column.cards - threadIdx.x;
        return {column, reinterpret_cast<u32*>(start + 2 * table_slots * Threads) + threadIdx.x};
    }
};

}  // namespace sliced32
}  // namespace setlab
