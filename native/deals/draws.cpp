#include "deals/draws.hpp"

#include <algorithm>

#include "threads/parallel.hpp"

namespace setlab {
namespace {

const DrawsKernel& kernel_for(Isa isa) {
#ifdef SETLAB_X86
    if (isa == Isa::avx512) return draws_avx512;
    if (isa == Isa::avx2) return draws_avx2;
#endif
    (void)isa;
    return draws_plain;
}

// A thread takes about this many draws at a time.
constexpr u64 draws_per_piece = 1 << 16;

}  // namespace

void fill_table(const DrawTable& table, u64 first, u64 trials, u32 threads, Isa isa, u32* rows) {
    if (table.draws == 0) return;
    const DrawsKernel& kernel = kernel_for(isa);
    const u64 batches = std::max<u64>(1, draws_per_piece / (kernel.trials_at_once * table.draws));
    const u64 piece_size = batches * kernel.trials_at_once;
    const u64 pieces = (trials + piece_size - 1) / piece_size;
    for_each_piece(pieces, thread_count(threads, pieces), [&](u64 piece, u32) {
        const u64 start = piece * piece_size;
        kernel.fill(table, first + start, std::min(piece_size, trials - start), rows + start * table.draws);
    });
}

}  // namespace setlab
