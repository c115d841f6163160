// From the flats that each card completes to sums, sums of squares, extremes and histograms of X_n.
#pragma once

#include "deals/flat_count.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The fast way for full words. X_n must fit into 15 bits, since products of 16 bits have a sign.
template <class Lane>
class VectorTally {
  public:
    static constexpr u32 largest = 32767;
    static constexpr u32 decks = Lanes<Lane>::size;
    static constexpr u32 parts = 2 / sizeof(Lane);  // words of 16 bits per row

    struct Moments {
        Vector<u32> sum, squares;
        Vector<u16> least, most;
    };

    static u64 bytes(const FlatPlan& plan) { return (static_cast<u64>(plan.cards) + 1) * sizeof(Moments); }

    VectorTally(const FlatPlan& plan, const CountTally& tally, void* memory)
        : plan_(plan), tally_(tally), moments_(static_cast<Moments*>(memory)), room_(rounds_of_room(plan)) {
        clear();
    }

    void add(const Vector<Lane>* in_order) {
        Vector<u16> x[parts] = {};
        for (u32 n = 0;; ++n) {
            add_moments(x, moments_[n]);
            if (tally_.histogram[n] != nullptr) add_to_histogram(x, tally_.histogram[n]);
            if (n == plan_.cards) break;
            const Vector<u16> row = as<u16>(in_order[n]);
            if constexpr (parts == 2) {
                x[0] += row & all_lanes<u16>(255);
                x[1] += row >> 8;
            } else {
                x[0] += row;
            }
        }
        if (++used_ == room_) flush();
    }

    void flush() {
        if (used_ == 0) return;
        for (u32 n = 0; n <= plan_.cards; ++n) {
            const Moments& of_n = moments_[n];
            for (u32 i = 0; i < sizeof of_n.sum / 4; ++i) {
                tally_.sum[n] += of_n.sum[i];
                tally_.squares[n] += of_n.squares[i];
            }
            for (u32 i = 0; i < sizeof of_n.least / 2; ++i) {
                if (of_n.least[i] < tally_.least[n]) tally_.least[n] = of_n.least[i];
                if (of_n.most[i] > tally_.most[n]) tally_.most[n] = of_n.most[i];
            }
        }
        clear();
    }

  private:
    // How many rounds fit into sums of 32 bits, two squares and `parts` at a time.
    static u32 rounds_of_room(const FlatPlan& plan) {
        const u64 rounds = 0xFFFFFFFFu / (2 * parts * static_cast<u64>(plan.flats) * plan.flats);
        return static_cast<u32>(rounds);
    }

    void clear() {
        for (u32 n = 0; n <= plan_.cards; ++n) {
            moments_[n] = {Vector<u32>{}, Vector<u32>{}, all_lanes<u16>(largest), Vector<u16>{}};
        }
        used_ = 0;
    }

    SETLAB_INLINE void add_moments(const Vector<u16> (&x)[parts], Moments& of_n) {
        Moments next = of_n;
#pragma GCC unroll 2
        for (u32 part = 0; part < parts; ++part) {
            next.sum += paired_products(x[part], all_lanes<u16>(1));
            next.squares += paired_products(x[part], x[part]);
            next.least = smaller(next.least, x[part]);
            next.most = larger(next.most, x[part]);
        }
        of_n = next;
    }

    static void add_to_histogram(const Vector<u16> (&x)[parts], u64* histogram) {
        for (u32 part = 0; part < parts; ++part) {
            for (u32 i = 0; i < sizeof x[part] / 2; ++i) ++histogram[x[part][i]];
        }
    }

    const FlatPlan& plan_;
    const CountTally& tally_;
    Moments* moments_;
    u32 room_;
    u32 used_ = 0;
};

// The simple way, lane by lane: for the last word of a range, for single trials, and for large X_n.
template <class Lane>
static void add_lanes(const CountJob& job, const Vector<Lane>* in_order, u32 used, i32* values) {
    const CountTally& tally = job.tally;
    const u32 cards = job.plan->cards;
    u32 x[Lanes<Lane>::size] = {};
    for (u32 n = 0;; ++n) {
        if (values != nullptr) {
            for (u32 lane = 0; lane < used; ++lane) {
                values[static_cast<u64>(lane) * (cards + 1) + n] = static_cast<i32>(x[lane]);
            }
        } else {
            u64 sum = 0, squares = 0;
            u32 least = tally.least[n], most = tally.most[n];
            for (u32 lane = 0; lane < used; ++lane) {
                sum += x[lane];
                squares += static_cast<u64>(x[lane]) * x[lane];
                least = x[lane] < least ? x[lane] : least;
                most = x[lane] > most ? x[lane] : most;
            }
            tally.sum[n] += sum;
            tally.squares[n] += squares;
            tally.least[n] = least;
            tally.most[n] = most;
            if (u64* histogram = tally.histogram[n]; histogram != nullptr) {
                for (u32 lane = 0; lane < used; ++lane) ++histogram[x[lane]];
            }
        }
        if (n == cards) return;
        for (u32 lane = 0; lane < Lanes<Lane>::size; ++lane) x[lane] += in_order[n][lane];
    }
}

template <class Lane>
static void count_in_lanes(const CountJob& job, u64 first, u64 trials, void* memory) {
    using Counter = FlatCounter<Lane>;
    const FlatPlan& plan = *job.plan;
    const auto scratch = Counter::split(plan, memory);
    void* behind = static_cast<u8*>(memory) + Counter::scratch_bytes(plan);
    const bool in_vectors = job.values == nullptr && plan.flats <= VectorTally<Lane>::largest;
    VectorTally<Lane> tally(plan, job.tally, behind);
    for (u64 done = 0; done < trials; done += Counter::decks) {
        const u64 left = trials - done;
        Counter::deal(plan, job.seed, first + done, scratch);
        if (in_vectors && left >= Counter::decks) {
            tally.add(scratch.in_order);
        } else {
            const u32 used = static_cast<u32>(left < Counter::decks ? left : Counter::decks);
            i32* values = job.values == nullptr ? nullptr : job.values + done * (plan.cards + 1);
            add_lanes<Lane>(job, scratch.in_order, used, values);
        }
    }
    tally.flush();
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
