// The standard game with random choice, 32 games per thread. Three kernels after one another: draws and their
// transposition, the Lehmer code, the games. Games with a table of 18 are listed, and go through the same
// kernels again, with tables of 18 places; what remains is listed for play_games of endgame.cu.
#include "standard/draws.cuh"
#include "standard/memory.cuh"
#include "standard/tally.cuh"

using namespace setlab;
using namespace setlab::sliced;

constexpr u32 draw_threads = 256, decode_threads = 128, play_threads = 256;
extern "C" __device__ u32 first_bytes = NearMemory<play_threads>::bytes;
extern "C" __device__ u32 second_bytes = WideTable<play_threads>::bytes;
extern "C" __device__ u32 planes_of_group = group_planes;

// One game per thread, 256 games per block: 8 groups. The trials are listed, or consecutive; all have the
// upper half that the tables of Philox are made for. The ranks of card k go to planes 8k ... 8k + 6.
extern "C" __global__ void __launch_bounds__(draw_threads, 5)
    draw_games(u64 seed, u64 first, const u64* __restrict__ listed, u32 number, u32* __restrict__ to) {
    constexpr u32 rank_rows = 20, rows = 32, groups = draw_threads / 32;
    constexpr u32 group_pitch = 36, row_pitch = groups * group_pitch;  // no bank conflicts
    __shared__ __align__(16) u32 near[rows * row_pitch];
    const u32 thread = threadIdx.x;
    {
        const u32 n = blockIdx.x * draw_threads + thread;
        const u64 trial = listed == nullptr ? first + n : listed[n < number ? n : number - 1];
        const TrialBlocks blocks(static_cast<u32>(trial));
        u32* column = near + (thread >> 5) * group_pitch + (thread & 31);
        // Draw 24 that chooses travels in the top bits of the first sixteen ranks.
        u32 last_draw = blocks.block(14).word[0];
        SETLAB_UNROLLED
        for (int b = 0; b < 10; ++b) {
            Ranks ranks = ranks_of(blocks.block(b), b, seed, trial);
            if (b < 2) {
                ranks.low |= (last_draw & 15) * 0x10204080u & 0x80808080u;
                ranks.high |= (last_draw >> 4 & 15) * 0x10204080u & 0x80808080u;
                last_draw >>= 8;
            }
            column[2 * b * row_pitch] = ranks.low;
            column[(2 * b + 1) * row_pitch] = ranks.high;
        }
        SETLAB_UNROLLED
        for (int b = 0; b < 3; ++b) {
            const Block block = blocks.block(11 + b);
            SETLAB_UNROLLED
            for (int w = 0; w < 4; ++w) column[(rank_rows + 4 * b + w) * row_pitch] = block.word[w];
        }
    }
    __syncthreads();
    const u32 row = thread / groups, group = thread % groups;
    u32 square[32];
    const uint4* from = reinterpret_cast<const uint4*>(near + row * row_pitch + group * group_pitch);
    SETLAB_UNROLLED
    for (int q = 0; q < 8; ++q) {
        const uint4 four = from[q];
        square[4 * q] = four.x, square[4 * q + 1] = four.y, square[4 * q + 2] = four.z,
                   square[4 * q + 3] = four.w;
    }
    transpose_32(square);
    // A row of ranks has the planes of four cards, a row of draws those of two choices: 32 planes in both
    // cases.
    u32* column = to + column_of(blockIdx.x * groups + group);
    const bool is_draw = row >= rank_rows;
    u32* planes_to = column + (is_draw ? plane_of_draw(2 * (row - rank_rows), 0) : plane_of_card(4 * row, 0));
    SETLAB_UNROLLED
    for (int b = 0; b < 32; ++b) {
        if (is_draw || (b & 7) != 7) planes_to[b * 32] = square[b];
    }
    if (row < 4) {
        SETLAB_UNROLLED
        for (int b = 0; b < 4; ++b) column[plane_of_draw(24, row * 4 + b)] = square[8 * b + 7];
    }
}

// 32 games per thread: the planes of ranks become planes of cards, in place.
extern "C" __global__ void __launch_bounds__(decode_threads, 3)
    decode_games(u32 groups, u32* __restrict__ in_place) {
    constexpr u32 rank_bits = UndealtCards<u32>::rank_bits;
    // Ranks that are read ahead; as many cards per turn, so that no register has to move.
    constexpr u32 ahead = 3;
    const u32 group = blockIdx.x * decode_threads + threadIdx.x;
    if (group >= groups) return;
    UndealtCards<u32> undealt;
    u32* at = in_place + column_of(group);
    u32 rank[ahead][rank_bits];
    SETLAB_UNROLLED
    for (u32 n = 0; n < ahead - 1; ++n) {
        SETLAB_UNROLLED
        for (u32 b = 0; b < rank_bits; ++b) rank[n][b] = at[plane_of_card(n, b)];
    }
    SETLAB_UNROLL(1)
    for (u32 k = 0; k < deck_size; k += ahead) {
        SETLAB_UNROLLED
        for (u32 n = 0; n < ahead; ++n) {
            const u32 later = (n + ahead - 1) % ahead;
            SETLAB_UNROLLED
            for (u32 b = 0; b < rank_bits; ++b) {
                // The last card has no draw: its rank is 0.
                rank[later][b] = k + n + ahead - 1 < 80 ? __ldcs(at + plane_of_card(ahead - 1, b)) : 0;
            }
            const Card<u32> card = undealt.take(rank[n]);
            SETLAB_UNROLLED
            for (u32 b = 0; b < card_bits; ++b) at[plane_of_card(0, b)] = card.bit[b];
            at += plane_of_card(1, 0);
        }
    }
}

// The first pass, for consecutive trials; `groups` is a multiple of the threads of a block.
extern "C" __global__ void __launch_bounds__(play_threads, 1)
    play_first(u64 first, u32 groups, const u32* __restrict__ from, u64* totals, u64* undecided,
               u32* undecideds, u32 room) {
    extern __shared__ uint4 memory[];
    __shared__ u32 counts[FirstTally::sums];
    const FirstTally tally(counts);
    NearMemory<play_threads> own(memory);
    const TrialList list{undecided, undecideds, room};
    SETLAB_UNROLL(1)
    for (u32 group = blockIdx.x * play_threads + threadIdx.x; group < groups;
         group += gridDim.x * play_threads) {
        const GroupChance chance{from + column_of(group)};
        NearTable<u32, NearMemory<play_threads>> table(own);
        table.lay(chance);
        Outcome<u32> outcome;
        play_games<u32, 15>(chance, table, outcome);
        tally.add(outcome);
        list_games(FirstTally::uncounted(outcome), list,
                   [&](u32 game) { return first + 32ull * group + game; });
        __syncthreads();  // the memory of the end and that of the beginning lie across each other
    }
    tally.flush(totals);
}

// The second pass, for listed trials. A block stays together: the groups behind the last one have no games.
extern "C" __global__ void __launch_bounds__(play_threads, 1)
    play_second(const u64* __restrict__ listed, u32 number, const u32* __restrict__ from, u64* totals,
                u64* undecided, u32* undecideds, u32 room) {
    extern __shared__ uint4 memory[];
    __shared__ u32 counts[SecondTally::length];
    const SecondTally tally(counts);
    const TrialList list{undecided, undecideds, room};
    u32 hits[Pairs<WideTable<play_threads>::places>::number];
    SETLAB_UNROLL(1)
    for (u32 block = blockIdx.x * play_threads; 32 * block < number; block += gridDim.x * play_threads) {
        const u32 group = block + threadIdx.x;
        const GroupChance chance{from + column_of(group)};
        WideTable<play_threads> table(memory, hits);
        table.lay(chance);
        Outcome<u32> outcome;
        play_games<u32, 18>(chance, table, outcome);
        const u32 among = ones_between<u32>(0, number > 32 * group ? number - 32 * group : 0);
        tally.add(outcome, among & ~outcome.unknown);
        list_games(among & outcome.unknown, list, [&](u32 game) { return listed[32 * group + game]; });
        __syncthreads();  // as above
    }
    tally.flush(totals);
}
