// The counts of groups of 32 games: in shared memory first, then in the histograms of games of 81 cards.
#pragma once

#include "../histograms.cuh"
#include "setlab/sliced/outcome.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

__device__ __forceinline__ GameCounts totals_of_81(u64* totals) { return {nullptr, totals, 82, 58, true, 0}; }

// The number of games of a warp for which a bit is set.
__device__ __forceinline__ u32 games_of_warp(u32 flags) { return __reduce_add_sync(~0u, __popc(flags)); }

// Games of the first pass: by class of the end and number of deals for want of a SET, then the sums that
// follow.
class FirstTally {
  public:
    static constexpr u32 classes = 4, most_extra = 16;
    enum Sum : u32 { first_extra = classes * most_extra, last_extra, decided, sums };

    __device__ __forceinline__ explicit FirstTally(u32 (&counts)[sums]) : counts_(counts) {
        for (u32 i = threadIdx.x; i < sums; i += blockDim.x) counts_[i] = 0;
        __syncthreads();
    }

    // The histogram ends at fifteen deals for want of a SET.
    __device__ __forceinline__ static u32 uncounted(const Outcome<u32>& outcome) {
        return outcome.unknown | outcome.at_12.number[4];
    }

    __device__ __forceinline__ void add(const Outcome<u32>& outcome) const {
        const u32 lane = threadIdx.x & 31, live = ~uncounted(outcome);
        const u32 *extra = outcome.at_12.number, *taken = outcome.taken;
        const u32 at_end[classes] = {~taken[0], taken[0] & ~taken[1], taken[1] & ~taken[2], taken[2]};
        const bool many = __any_sync(~0u, (live & extra[3]) != 0);
        SETLAB_UNROLL(1)
        for (u32 high = 0; high <= many; ++high) {
            // A lane counts one of four classes by one of eight numbers.
            u32 mine = 0;
            SETLAB_UNROLLED
            for (u32 q = 0; q < classes; ++q) {
                const u32 of_class = and3(live, at_end[q], high ? extra[3] : ~extra[3]);
                SETLAB_UNROLLED
                for (u32 x = 0; x < 8; ++x) {
                    const u32 flags =
                        and3(of_class, x & 1 ? extra[0] : ~extra[0], x & 2 ? extra[1] : ~extra[1]) &
                        (x & 4 ? extra[2] : ~extra[2]);
                    const u32 number = games_of_warp(flags);
                    mine = lane == q * 8 + x ? number : mine;
                }
            }
            if (mine != 0) atomicAdd(&counts_[(lane >> 3) * most_extra + 8 * high + (lane & 7)], mine);
        }
        const u32 sum[3] = {games_of_warp(live & outcome.at_12.first),
                            games_of_warp(live & outcome.at_12.last), games_of_warp(live)};
        if (lane != 0) return;
        SETLAB_UNROLLED
        for (u32 s = 0; s < 3; ++s) atomicAdd(&counts_[first_extra + s], sum[s]);
    }

    __device__ void flush(u64* totals) const {
        const GameCounts to = totals_of_81(totals);
        const auto add = [&](u32 entry, u64 number) {
            if (number != 0) atomicAdd(&totals[entry], number);
        };
        __syncthreads();
        const u32 bin = threadIdx.x;
        if (bin < classes * most_extra) {
            const u32 q = bin / most_extra, extra = bin % most_extra, taken = q == 3 ? 4 : q;
            const u64 games = counts_[bin];
            add(to.turns() + deals + extra + taken, games);
            add(to.tables() + (extra == 0 ? 12 : 15) * to.size + 12 - 3 * taken, games);
            add(15, games * extra);
            add(to.size + 12, games * extra);
        }
        if (bin == 0) {
            add(12, static_cast<u64>(deals) * counts_[decided]);
            add(15, u64{0} - counts_[last_extra]);  // no card remained: not counted as a search
            add(2 * to.size + 12, counts_[first_extra]);
        }
    }

  private:
    u32 (&counts_)[sums];
};

// Games of the second pass: histograms as those of 81 cards, as far as tables of 18 cards reach.
class SecondTally {
  public:
    static constexpr u32 size = 19, turns_size = 58, length = 3 * size + turns_size + size * size;

    __device__ __forceinline__ explicit SecondTally(u32 (&counts)[length])
        : counts_{counts, nullptr, size, turns_size, true, length} {
        counts_.clear();
    }

    __device__ __forceinline__ void add(const Outcome<u32>& outcome, u32 among) const {
        for_each_result(outcome, among, [&](const GameResult& result, u32 games) {
            const u32 number = __popc(games);
            atomicAdd(&counts_.block[counts_.turns() + result.turns], number);
            atomicAdd(&counts_.block[counts_.tables() + result.largest_table * size + result.leftover], number);
        });
        for_each_search(outcome, among, [&](u32 histogram, u32 cards, i64 number) {
            if (number != 0) atomicAdd(&counts_.block[histogram * size + cards], static_cast<u32>(number));
        });
    }

    __device__ void flush(u64* totals) const {
        const GameCounts to = totals_of_81(totals);
        __syncthreads();
        for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
            if (counts_.block[i] == 0) continue;
            const u32 table = i - counts_.tables();
            const u32 entry = i < counts_.turns()    ? i / size * to.size + i % size
                              : i < counts_.tables() ? to.turns() + i - counts_.turns()
                                                     : to.tables() + table / size * to.size + table % size;
            atomicAdd(&totals[entry], static_cast<u64>(counts_.block[i]));
        }
    }

  private:
    GameCounts counts_;
};

// Lists the games of a warp that are flagged, trial(game) each: one addition to the common number for all of
// them.
template <class Trial>
__device__ __forceinline__ void list_games(u32 flags, const TrialList& list, const Trial& trial) {
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
        if (at < list.room) list.trial[at] = trial(__ffs(flags) - 1);
    }
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
