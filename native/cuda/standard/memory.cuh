// Cards and draws of groups of 32 games in global memory, and the tables of a thread in shared memory.
#pragma once

#include "setlab/sliced/near_table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

constexpr u32 card_bits = Card<u32>::bits, choice_draws = 25;
constexpr u32 card_planes = deck_size * card_bits, group_planes = card_planes + choice_draws * choice_bits;

// A plane has one bit for every game of a group. Planes of 32 groups lie side by side, so that a warp reads
// 128 bytes at once.
__device__ __forceinline__ u64 column_of(u32 group) {
    return static_cast<u64>(group >> 5) * (group_planes * 32) + (group & 31);
}
__device__ __forceinline__ u32 plane_of_card(u32 k, u32 bit) { return (k * card_bits + bit) * 32; }
__device__ __forceinline__ u32 plane_of_draw(u32 t, u32 bit) {
    return (card_planes + t * choice_bits + bit) * 32;
}

struct GroupChance {
    const u32* column;
    __device__ __forceinline__ Card<u32> card(u32 k) const {
        Card<u32> card;
        SETLAB_UNROLLED
        for (u32 n = 0; n < card_bits; ++n) card.bit[n] = __ldcs(column + plane_of_card(k, n));
        return card;
    }
    __device__ __forceinline__ u32 draw(u32 t, u32 bit) const {
        return __ldcs(column + plane_of_draw(t, bit));
    }
};

// A word from global to shared memory, without a register.
__device__ __forceinline__ void copy_async(u32* to, const u32* from) {
    const u32 address = static_cast<u32>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from) : "memory");
}
__device__ __forceinline__ void close_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// The columns of a thread in shared memory: cards, of 16 bytes at a time, and words.
template <u32 Threads>
struct Columns {
    uint4* cards;
    u32* words;

    // The columns of this thread for this number of cards.
    __device__ __forceinline__ static Columns in(uint4* memory, u32 number_of_cards) {
        u32* words = reinterpret_cast<u32*>(memory + 2 * number_of_cards * Threads);
        return {memory + threadIdx.x, words + threadIdx.x};
    }

    __device__ __forceinline__ Card<u32> card(u32 i) const {
        const uint4 a = cards[2 * i * Threads], b = cards[(2 * i + 1) * Threads];
        return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
    }
    __device__ __forceinline__ void put_card(u32 i, const Card<u32>& card) const {
        const u32(&bit)[card_bits] = card.bit;
        cards[2 * i * Threads] = make_uint4(bit[0], bit[1], bit[2], bit[3]);
        cards[(2 * i + 1) * Threads] = make_uint4(bit[4], bit[5], bit[6], bit[7]);
    }
    // Where a bit of card i lies.
    __device__ __forceinline__ u32* card_bit(u32 i, u32 n) const {
        return reinterpret_cast<u32*>(cards + (2 * i + n / 4) * Threads) + n % 4;
    }
    __device__ __forceinline__ u32& word(u32 w) const { return words[w * Threads]; }
};

// The twelve cards of the end, and their hits, in shared memory.
template <u32 Threads>
struct EndTable {
    static constexpr u32 bytes = Threads * 4 * (card_bits * full_table + Pairs<full_table>::number);

    Columns<Threads> columns;

    __device__ __forceinline__ explicit EndTable(uint4* memory)
        : columns(Columns<Threads>::in(memory, full_table)) {}
    __device__ __forceinline__ Card<u32> card(u32 place) const { return columns.card(place); }
    __device__ __forceinline__ void put_card(u32 place, const Card<u32>& card) const {
        columns.put_card(place, card);
    }
    __device__ __forceinline__ u32 hit(u32 i, u32 j) const {
        return columns.word(Pairs<full_table>::at(i, j));
    }
    __device__ __forceinline__ void put_hit(u32 i, u32 j, u32 hit) const {
        columns.word(Pairs<full_table>::at(i, j)) = hit;
    }
};

// The table of the second pass: cards in shared memory; hits, for which there is no room, in that of the
// thread.
template <u32 Threads>
class WideTable {
  public:
    static constexpr u32 places = 18;
    static constexpr u32 bytes = EndTable<Threads>::bytes;
    static_assert(Threads * 4 * card_bits * places <= bytes);

    __device__ __forceinline__ WideTable(uint4* memory, u32 (&hits)[Pairs<places>::number])
        : memory_(memory), columns_(Columns<Threads>::in(memory, places)), hit_(hits) {}

    __device__ __forceinline__ void lay(const GroupChance& chance) {
        SETLAB_UNROLL(1)
        for (u32 place = 0; place < places; ++place) put_card(place, chance.card(place));
        chance_ = chance;
        deal_ = 0;
    }

    __device__ __forceinline__ Card<u32> card(u32 place) const { return columns_.card(place); }
    __device__ __forceinline__ void put_card(u32 place, const Card<u32>& card) const {
        columns_.put_card(place, card);
    }
    __device__ __forceinline__ u32 hit(u32 i, u32 j) const { return hit_[Pairs<places>::at(i, j)]; }
    __device__ __forceinline__ void put_hit(u32 i, u32 j, u32 hit) const { hit_[Pairs<places>::at(i, j)] = hit; }
    __device__ __forceinline__ const WideTable& hits() const { return *this; }
    __device__ __forceinline__ u32 draw(u32 bit) const { return chance_.draw(deal_, bit); }

    template <u32 Part>
    __device__ __forceinline__ u32 search(u32 among) {
        return search_part<Part>(*this, among);
    }

    // Behind the last deal there is nothing; what is read then is not used.
    __device__ __forceinline__ void fetch(const GroupChance& chance, u32 deal, u32 place) {
        if (place != places - 3) return;
        deal_ = deal;
        SETLAB_UNROLLED
        for (u32 i = 0; i < 3; ++i) put_card(place + i, chance.card(place + 3 * deal + i));
    }
    __device__ __forceinline__ void fence() const { __syncwarp(); }

    // The same memory; the words of a thread lie where other threads have had cards.
    __device__ __forceinline__ EndTable<Threads> at_the_end() const {
        __syncthreads();
        return EndTable<Threads>(memory_);
    }

  private:
    uint4* memory_;
    Columns<Threads> columns_;
    GroupChance chance_;  // the draw is read when it is wanted
    u32 deal_;
    u32 (&hit_)[Pairs<places>::number];
};

// The memory of a NearTable: the cards of far places, and words for misses and the draw.
template <u32 Threads>
struct NearMemory {
    Columns<Threads> columns;

    static constexpr u32 bytes = Threads * (4 * card_bits * far_places + 4 * (NearWords::number + choice_bits));
    static_assert(EndTable<Threads>::bytes <= bytes);

    __device__ __forceinline__ explicit NearMemory(uint4* memory)
        : columns(Columns<Threads>::in(memory, far_places)) {}

    __device__ __forceinline__ u32 get(u32 w) const { return columns.word(w); }
    __device__ __forceinline__ void put(u32 w, u32 value) const { columns.word(w) = value; }
    __device__ __forceinline__ u32 draw(u32 bit) const { return columns.word(NearWords::number + bit); }
    __device__ __forceinline__ Card<u32> card(u32 place) const { return columns.card(place - near_places); }
    __device__ __forceinline__ void put_card(u32 place, const Card<u32>& card) const {
        columns.put_card(place - near_places, card);
    }

    __device__ __forceinline__ void fetch_draw(const GroupChance& chance, u32 t) const {
        SETLAB_UNROLLED
        for (u32 bit = 0; bit < choice_bits; ++bit)
            copy_async(&columns.word(NearWords::number + bit), chance.column + plane_of_draw(t, bit));
        close_copies();
    }

    // A twelfth of what a deal needs: two planes of its cards, one or two of its draw. In bursts, copies
    // would wait for each other. Behind the last deal there is nothing; what is read then is not used.
    __device__ __forceinline__ void fetch_part(const GroupChance& chance, u32 deal, u32 part) const {
        const u32* cards = chance.column + plane_of_card(full_table + 3 * deal, 0);
        const u32* draws = chance.column + plane_of_draw(deal, 0);
        SETLAB_UNROLLED
        for (u32 n = 2 * part; n < 2 * part + 2; ++n) {
            const u32 far = full_table - near_places + n / card_bits;
            copy_async(columns.card_bit(far, n % card_bits), cards + 32 * n);
        }
        SETLAB_UNROLLED
        for (u32 bit = 4 * part / 3; bit < 4 * (part + 1) / 3; ++bit)
            copy_async(&columns.word(NearWords::number + bit), draws + 32 * bit);
        if (part == full_table - 1) close_copies();
    }
    __device__ __forceinline__ void wait_for_cards() const {
        asm volatile("cp.async.wait_all;" ::: "memory");
    }

    __device__ __forceinline__ void fence() const { __syncwarp(); }
    __device__ __forceinline__ void together() const { __syncthreads(); }
    __device__ __forceinline__ void barrier() const { __syncthreads(); }

    // The same memory, laid out for twelve cards.
    __device__ __forceinline__ EndTable<Threads> at_the_end() const {
        return EndTable<Threads>(columns.cards - threadIdx.x);
    }
};

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
