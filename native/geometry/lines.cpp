#include "geometry/lines.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "geometry/line_engine.hpp"
#include "geometry/line_plan.hpp"
#include "threads/parallel.hpp"

namespace setlab {
namespace {

[[noreturn]] void refuse_stray_bit(const Collections& collections, const LinePlan& plan) {
    const u32 allowed = plan.cards - 64 * (plan.words - 1);
    for (u64 j = 0; j < collections.size; ++j) {
        const u64 last = collections.masks[(j + 1) * plan.words - 1] >> allowed;
        if (last == 0) continue;
        const u32 bit = plan.cards + static_cast<u32>(__builtin_ctzll(last));
        throw std::invalid_argument("mask " + std::to_string(j) + " has bit " + std::to_string(bit) +
                                    ": in dimension " + std::to_string(collections.dimension) +
                                    " a card is 0 ... " + std::to_string(plan.cards - 1) +
                                    "; clear the bit or raise the dimension");
    }
    throw std::logic_error("a mask was refused without a reason");
}

// Calls treat(engine, first, masks, rows) for every block of collections; it says whether the block is valid.
template <class Treat>
void for_each_block(const Collections& collections, u32 threads, Isa isa, const Treat& treat) {
    const LinePlan& plan = line_plan(collections.dimension);
    WorkerEngines<LineEngine> engines([&] { return make_engine<LineEngine>(isa, plan); });
    // A thread takes several blocks at a time where they are cheap, so that the common counter stays cold.
    const u64 block = engines.block(), piece_size = block * (plan.lines > 100'000 ? 1 : 8);
    const u64 pieces = (collections.size + piece_size - 1) / piece_size;
    const u32 workers = thread_count(threads, pieces);
    engines.grow(workers);
    std::atomic<bool> valid{true};
    for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
        const u64 end = std::min(collections.size, (piece + 1) * piece_size);
        for (u64 first = piece * piece_size; first < end && valid; first += block) {
            const u32 rows = static_cast<u32>(std::min(block, end - first));
            if (!treat(engines[worker], first, collections.masks + first * plan.words, rows)) valid = false;
        }
    });
    if (!valid) refuse_stray_bit(collections, plan);
}

}  // namespace

LineEngine::~LineEngine() = default;

void count_lines(const Collections& collections, u32 threads, Isa isa, i32* counts) {
    for_each_block(collections, threads, isa, [=](LineEngine& engine, u64 first, const u64* masks, u32 rows) {
        return engine.count(masks, rows, counts + first);
    });
}

void find_lines(const Collections& collections, u32 threads, Isa isa, const i64* offsets, u16* triples) {
    for_each_block(collections, threads, isa, [=](LineEngine& engine, u64 first, const u64* masks, u32 rows) {
        return engine.find(masks, rows, offsets + first, triples);
    });
}

}  // namespace setlab
