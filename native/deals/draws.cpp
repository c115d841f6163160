#include "deals/draws.hpp"

#include <algorithm>

#include "threads/parallel.hpp"

namespace setlab {
namespace {

// A thread takes about this many draws at a time.
constexpr u64 draws_per_piece = 1 << 16;

}  // namespace

DrawEngine::~DrawEngine() = default;

void fill_table(const DrawTable& table, u64 first, u64 trials, u32 threads, Isa isa, u32* rows) {
    if (table.draws == 0) return;
    WorkerEngines<DrawEngine> engines([&] { return make_engine<DrawEngine>(isa, table); });
    const u64 batches = std::max<u64>(1, draws_per_piece / (engines.block() * table.draws));
    const u64 piece_size = batches * engines.block();
    const u64 pieces = (trials + piece_size - 1) / piece_size;
    const u32 workers = thread_count(threads, pieces);
    engines.grow(workers);
    for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
        const u64 start = piece * piece_size;
        engines[worker].fill(first + start, std::min(piece_size, trials - start), rows + start * table.draws);
    });
}

}  // namespace setlab
