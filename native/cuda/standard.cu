// The standard game with random choice, 32 games per thread. Three kernels after one another: draws and their
// transposition, the Lehmer code, the games. Games that are left undecided are listed, for play_games of
// endgame.cu.
#include "histograms.cuh"
#include "standard/draws.cuh"
#include "standard/lehmer.cuh"
#include "standard/planes.cuh"

using namespace setlab;
using namespace setlab::sliced32;

constexpr u32 draw_threads = 256, decode_threads = 128, play_threads = 256;
extern "C" __device__ u32 play_bytes = GroupMemory<play_threads>::bytes;
extern "C" __device__ u32 planes_of_group = group_planes;

// One game per thread, 256 games per block: 8 groups. The ranks of card k go to planes 8k ... 8k + 6.
extern "C" __global__ void __launch_bounds__(draw_threads, 5)
    draw_games(u64 seed, u64 first, u32* __restrict__ to) {
    constexpr u32 rank_rows = 20, rows = 32, groups = draw_threads / 32;
    constexpr u32 group_pitch = 36, row_pitch = groups * group_pitch;  // no bank conflicts
    __shared__ __align__(16) u32 near[rows * row_pitch];
    const u32 thread = threadIdx.x;
    {
        const u64 trial = first + blockIdx.x * draw_threads + thread;
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
    transpose(square);
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
    const u32 group = blockIdx.x * decode_threads + threadIdx.x;
    if (group >= groups) return;
    Undealt81 undealt;
    u32* at = in_place + column_of(group);
    constexpr int ahead =
        3;  // ranks that are read ahead; as many cards per turn, so that no register has to move
    u32 rank[ahead][rank_bits];
    SETLAB_UNROLLED
    for (int n = 0; n < ahead - 1; ++n) {
        SETLAB_UNROLLED
        for (int b = 0; b < rank_bits; ++b) rank[n][b] = at[plane_of_card(n, b)];
    }
    SETLAB_ROLLED
    for (int k = 0; k < 81; k += ahead) {
        SETLAB_UNROLLED
        for (int n = 0; n < ahead; ++n) {
            const int later = (n + ahead - 1) % ahead;
            SETLAB_UNROLLED
            for (int b = 0; b < rank_bits; ++b) {
                // The last card has no draw: its rank is 0.
                rank[later][b] = k + n + ahead - 1 < 80 ? __ldcs(at + plane_of_card(ahead - 1, b)) : 0;
            }
            const Card card = undealt.take(rank[n]);
            SETLAB_UNROLLED
            for (int p = 0; p < planes; ++p) at[plane_of_card(0, p)] = card.plane[p];
            at += plane_of_card(1, 0);
        }
    }
}

// Counts of a block: by class of the end and number of deals for want of a SET, then the sums that follow.
constexpr u32 classes = 4, most_extra = 16;
enum Sum : u32 { first_extra = classes * most_extra, last_extra, decided, sums };

// The number of games of a warp for which a bit is set.
__device__ __forceinline__ u32 games_of_warp(u32 flags) { return __reduce_add_sync(~0u, __popc(flags)); }

__device__ __forceinline__ void tally_group(const GroupResult& result, u32* counts) {
    const u32 lane = threadIdx.x & 31, live = ~result.undecided;
    const u32* extra = result.extra_deals;
    const u32 at_end[classes] = {~result.took_1, result.took_1 & ~result.took_2,
                                 result.took_2 & ~result.took_4, result.took_4};
    const bool many = __any_sync(~0u, (live & extra[3]) != 0);
    SETLAB_ROLLED
    for (u32 high = 0; high <= many; ++high) {
        // A lane counts one of four classes by one of eight numbers.
        u32 mine = 0;
        SETLAB_UNROLLED
        for (u32 q = 0; q < classes; ++q) {
            const u32 of_class = and3(live, at_end[q], high ? extra[3] : ~extra[3]);
            SETLAB_UNROLLED
            for (u32 x = 0; x < 8; ++x) {
                const u32 flags = and3(of_class, x & 1 ? extra[0] : ~extra[0], x & 2 ? extra[1] : ~extra[1]) &
                                  (x & 4 ? extra[2] : ~extra[2]);
                const u32 number = games_of_warp(flags);
                mine = lane == q * 8 + x ? number : mine;
            }
        }
        if (mine != 0) atomicAdd(&counts[(lane >> 3) * most_extra + 8 * high + (lane & 7)], mine);
    }
    const u32 sum[3] = {games_of_warp(live & result.extra_first), games_of_warp(live & result.extra_last),
                        games_of_warp(live)};
    if (lane != 0) return;
    SETLAB_UNROLLED
    for (u32 s = 0; s < 3; ++s) atomicAdd(&counts[first_extra + s], sum[s]);
}

// Lists the games of a warp that are flagged: one addition to the common number for all of them.
__device__ __forceinline__ void list_group(u32 flags, u64 first, const TrialList& list) {
    const u32 lane = threadIdx.x & 31, own = __popc(flags);
    u32 upto = own;
    SETLAB_UNROLLED
    for (u32 step = 1; step < 32; step <<= 1) {
        const u32 before = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += before;
    }
    u32 at = 0;
    if (lane == 31) at = atomicAdd(list.number, upto);
    at = __shfl_sync(~0u, at, 31) + upto - own;
    for (; flags != 0; flags &= flags - 1, ++at) {
        if (at < list.room) list.trial[at] = first + __ffs(flags) - 1;
    }
}

// Adds the counts of a block to the histograms of games of 81 cards.
__device__ void add_to_totals(const u32* counts, u64* totals) {
    const GameCounts to{nullptr, totals, 82, 58, true, 0};
    const auto add = [&](u32 entry, u64 number) {
        if (number != 0) atomicAdd(&totals[entry], number);
    };
    const u32 bin = threadIdx.x;
    if (bin < classes * most_extra) {
        const u32 q = bin / most_extra, extra = bin % most_extra, taken = q == 3 ? 4 : q;
        const u64 games = counts[bin];
        const u32 largest = extra == 0 ? 12 : 15;
        add(to.turns() + deals + extra + taken, games);
        add(to.tables() + largest * to.size + 12 - 3 * taken, games);
        add(15, games * extra);
        add(to.size + 12, games * extra);
    }
    if (bin == 0) {
        add(12, static_cast<u64>(deals) * counts[decided]);
        add(15, u64{0} - counts[last_extra]);  // no card remained: not counted as a search
        add(2 * to.size + 12, counts[first_extra]);
    }
}

// 32 games per thread; `groups` is a multiple of the threads of a block.
extern "C" __global__ void __launch_bounds__(play_threads, 1)
    play_groups(u64 first, u32 groups, const u32* __restrict__ from, u64* totals, u64* undecided,
                u32* undecideds, u32 room) {
    extern __shared__ uint4 memory[];
    __shared__ u32 counts[sums];
    for (u32 i = threadIdx.x; i < sums; i += play_threads) counts[i] = 0;
    __syncthreads();
    GroupMemory<play_threads> own(memory);
    const TrialList list{undecided, undecideds, room};
    SETLAB_ROLLED
    for (u32 group = blockIdx.x * play_threads + threadIdx.x; group < groups;
         group += gridDim.x * play_threads) {
        const GroupResult result = play_group(GroupInput{from + column_of(group)}, own);
        tally_group(result, counts);
        list_group(result.undecided, first + 32ull * group, list);
        __syncthreads();  // the memory of the end and that of the beginning lie across each other
    }
    __syncthreads();
    add_to_totals(counts, totals);
}
