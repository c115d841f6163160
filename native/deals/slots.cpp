#include "deals/slots.hpp"

#include <algorithm>
#include <utility>

#include "threads/parallel.hpp"

namespace setlab {
namespace {

// The number of trials before the next multiple of 2^32, which an engine's range does not cross.
u64 until_carry(u64 trial) { return (u64{1} << 32) - (trial & 0xFFFFFFFFu); }

// Calls work(offset, size, worker) for parts of at most `step` trials that cross no multiple of 2^32. A
// thread takes `steps` of them at a time.
class Pieces {
  public:
    Pieces(const Trials& range, u64 step, u64 steps, u32 threads)
        : range_(range),
          step_(step),
          size_(step * steps),
          pieces_(range.trials / size_ + (range.trials % size_ != 0)),
          workers_(thread_count(threads, pieces_)) {}

    u32 workers() const { return workers_; }

    template <class Work>
    void run(const Work& work) const {
        for_each_piece(pieces_, workers_, [&](u64 piece, u32 worker) {
            const u64 start = piece * size_, end = start + std::min(size_, range_.trials - start);
            for (u64 offset = start; offset < end;) {
                const u64 size = std::min({step_, end - offset, until_carry(range_.first + offset)});
                work(offset, size, worker);
                offset += size;
            }
        });
    }

  private:
    Trials range_;
    u64 step_, size_, pieces_;
    u32 workers_;
};

// Trials that a thread counts in one go: a few milliseconds, and a multiple of every word's lanes.
u64 count_step(const FlatPlan& plan) {
    constexpr u64 lanes = 64, flats = u64{1} << 22;
    return std::clamp<u64>(flats / plan.flats / lanes, 1, 128) * lanes;
}

// Calls start(workers), then take(offset, size, dealt, worker) for blocks of decks.
template <class Start, class Take>
void for_first(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, const Start& start,
               const Take& take) {
    const FlatDeals deals{&plan, range.seed};
    WorkerEngines<FirstFlatEngine> engines([&] { return make_engine<FirstFlatEngine>(isa, deals); });
    const Pieces pieces(range, engines.block(), 16, threads);
    engines.grow(pieces.workers());
    std::vector<std::vector<u8>> dealt(pieces.workers(), std::vector<u8>(engines.block()));
    start(pieces.workers());
    pieces.run([&](u64 offset, u64 size, u32 worker) {
        engines[worker].deal(range.first + offset, static_cast<u32>(size), dealt[worker].data());
        take(offset, static_cast<u32>(size), dealt[worker].data(), worker);
    });
}

// Calls count(engine, offset, size, worker) for parts of the range.
template <class Start, class Count>
void for_counts(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, const Start& start,
                const Count& count) {
    const FlatDeals deals{&plan, range.seed};
    const Pieces pieces(range, count_step(plan), 1, threads);
    WorkerEngines<FlatCountEngine> engines([&] { return make_engine<FlatCountEngine>(isa, deals); });
    engines.grow(pieces.workers());
    start(pieces.workers());
    pieces.run([&](u64 offset, u64 size, u32 worker) { count(engines[worker], offset, size, worker); });
}

// Several tables in turn, so that consecutive additions to one bin do not wait for each other.
struct Histogram {
    static constexpr u32 tables = 4;
    u64 count[tables][256] = {};

    void add(const u8* numbers, u32 size) {
        for (u32 i = 0; i < size; ++i) ++count[i % tables][numbers[i]];
    }
};

// Moments and histograms of one thread.
struct WorkerSums {
    CountSums sums;
    std::vector<u64*> histogram;

    WorkerSums(const FlatPlan& plan, const std::vector<bool>& wanted) {
        const u32 size = plan.cards + 1;
        sums.sum.assign(size, 0);
        sums.squares.assign(size, 0);
        sums.least.assign(size, plan.flats);
        sums.most.assign(size, 0);
        sums.histogram.resize(size);
        for (u32 n = 0; n < size; ++n) {
            if (wanted[n]) sums.histogram[n].assign(static_cast<u64>(plan.flats) + 1, 0);
            histogram.push_back(wanted[n] ? sums.histogram[n].data() : nullptr);
        }
    }

    CountTally tally() {
        return {sums.sum.data(), sums.squares.data(), sums.least.data(), sums.most.data(), histogram.data()};
    }
};

void add(CountSums& total, const CountSums& part) {
    for (u64 n = 0; n < total.sum.size(); ++n) {
        total.sum[n] += part.sum[n];
        total.squares[n] += part.squares[n];
        total.least[n] = std::min(total.least[n], part.least[n]);
        total.most[n] = std::max(total.most[n], part.most[n]);
        for (u64 x = 0; x < total.histogram[n].size(); ++x) total.histogram[n][x] += part.histogram[n][x];
    }
}

}  // namespace

FirstFlatEngine::~FirstFlatEngine() = default;
FlatCountEngine::~FlatCountEngine() = default;

void tally_first(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i64* histogram) {
    std::vector<Histogram> parts;
    for_first(
        plan, range, threads, isa, [&](u32 workers) { parts.resize(workers); },
        [&](u64, u32 size, const u8* dealt, u32 worker) { parts[worker].add(dealt, size); });
    std::fill_n(histogram, plan.cards + 1, 0);
    for (const Histogram& part : parts) {
        for (const auto& table : part.count) {
            for (u32 n = 0; n <= std::min<u32>(plan.cards, 255); ++n)
                histogram[n] += static_cast<i64>(table[n]);
        }
    }
}

void list_first(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i32* dealt) {
    for_first(
        plan, range, threads, isa, [](u32) {},
        [&](u64 offset, u32 size, const u8* numbers, u32) { std::copy_n(numbers, size, dealt + offset); });
}

u64 most_trials(const FlatPlan& plan) { return (~u64{0} >> 1) / (static_cast<u64>(plan.flats) * plan.flats); }

CountSums tally_counts(const FlatPlan& plan, const Trials& range, const std::vector<bool>& wanted,
                       u32 threads, Isa isa) {
    std::vector<WorkerSums> parts;
    for_counts(
        plan, range, threads, isa,
        [&](u32 workers) {
            for (u32 worker = 0; worker < workers; ++worker) parts.emplace_back(plan, wanted);
        },
        [&](FlatCountEngine& engine, u64 offset, u64 size, u32 worker) {
            engine.tally(range.first + offset, size, parts[worker].tally());
        });
    CountSums total = std::move(parts[0].sums);
    for (u64 worker = 1; worker < parts.size(); ++worker) add(total, parts[worker].sums);
    return total;
}

void list_counts(const FlatPlan& plan, const Trials& range, u32 threads, Isa isa, i32* rows) {
    for_counts(
        plan, range, threads, isa, [](u32) {},
        [&](FlatCountEngine& engine, u64 offset, u64 size, u32) {
            engine.list(range.first + offset, size, rows + offset * (plan.cards + 1));
        });
}

}  // namespace setlab
