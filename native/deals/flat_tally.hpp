// From the flats that each card completes to sums, sums of squares, extremes and histograms of X_n.
#pragma once

#include "deals/flat_count.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// The fast way for full words. X_n must fit into 15 bits, since products of 16 bits are signed.
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

    explicit VectorTally(const FlatPlan& plan)
        : plan_(plan), moments_(static_cast<u64>(plan.cards) + 1), room_(rounds_of_room(plan)) {}

    // Counts go to this tally from now on.
    void begin(const CountTally& tally) {
        tally_ = tally;
        clear();
    }

    void add(const Vector<Lane>* in_order) {
        Vector<u16> x[parts] = {};
        for (u32 n = 0;; ++n) {
            add_moments(x, moments_.get()[n]);
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
            const Moments& of_n = moments_.get()[n];
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
            moments_.get()[n] = {Vector<u32>{}, Vector<u32>{}, all_lanes<u16>(largest), Vector<u16>{}};
        }
        used_ = 0;
    }

    SETLAB_INLINE static void add_moments(const Vector<u16> (&x)[parts], Moments& of_n) {
        Moments next = of_n;
        SETLAB_UNROLL(2)
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
    CountTally tally_{};
    AlignedArray<Moments> moments_;
    u32 room_;
    u32 used_ = 0;
};

template <class Lane>
class FlatCounts final : public FlatCountEngine {
  public:
    explicit FlatCounts(const FlatDeals& deals)
        : plan_(*deals.plan), seed_(deals.seed), counter_(plan_), vectors_(plan_) {}

    void tally(u64 first, u64 trials, const CountTally& tally) override {
        const bool in_vectors = plan_.flats <= VectorTally<Lane>::largest;
        vectors_.begin(tally);
        for_each_word(first, trials, [&](const Row* in_order, u64, u32 used) {
            if (in_vectors && used == decks) {
                vectors_.add(in_order);
            } else {
                add_lanes(in_order, [&](u32 n, const u32* x) { add_to(tally, n, x, used); });
            }
        });
        vectors_.flush();
    }

    void list(u64 first, u64 trials, i32* rows) override {
        for_each_word(first, trials, [&](const Row* in_order, u64 done, u32 used) {
            add_lanes(in_order, [&](u32 n, const u32* x) {
                for (u32 lane = 0; lane < used; ++lane) {
                    rows[(done + lane) * (plan_.cards + 1) + n] = static_cast<i32>(x[lane]);
                }
            });
        });
    }

  private:
    using Row = Vector<Lane>;
    static constexpr u32 decks = Lanes<Lane>::size;

    // Calls act(in_order, done, used) for the decks of one word after the other.
    template <class Act>
    void for_each_word(u64 first, u64 trials, const Act& act) {
        for (u64 done = 0; done < trials; done += decks) {
            const u64 left = trials - done;
            act(counter_.deal(seed_, first + done), done, static_cast<u32>(left < decks ? left : decks));
        }
    }

    // Calls act(n, X_n of every lane). This is the simple way, lane by lane: for the last word of a range,
    // for single trials, and for large X_n.
    template <class Act>
    void add_lanes(const Row* in_order, const Act& act) const {
        u32 x[decks] = {};
        for (u32 n = 0;; ++n) {
            act(n, x);
            if (n == plan_.cards) return;
            for (u32 lane = 0; lane < decks; ++lane) x[lane] += in_order[n][lane];
        }
    }

    static void add_to(const CountTally& tally, u32 n, const u32* x, u32 used) {
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

    const FlatPlan& plan_;
    u64 seed_;
    FlatCounter<Lane> counter_;
    VectorTally<Lane> vectors_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
