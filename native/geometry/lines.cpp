#include "geometry/lines.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "geometry/line_kernels.hpp"
#include "geometry/line_plan.hpp"
#include "threads/parallel.hpp"

namespace setlab {
namespace {

const LinesKernel& kernel_for(Isa isa) {
#ifdef SETLAB_X86
    if (isa == Isa::avx512) return lines_avx512;
    if (isa == Isa::avx2) return lines_avx2;
#endif
    (void)isa;
    return lines_plain;
}

class AlignedMemory {
  public:
    explicit AlignedMemory(u64 bytes) : data_(::operator new(bytes, alignment)) {}
    AlignedMemory(const AlignedMemory&) = delete;
    AlignedMemory(AlignedMemory&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    ~AlignedMemory() { ::operator delete(data_, alignment); }
    void* get() const { return data_; }

  private:
    static constexpr std::align_val_t alignment{64};
    void* data_;
};

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

// Calls treat(kernel, plan, first, rows, scratch) for every block of collections.
template <class Treat>
void for_each_block(const Collections& collections, u32 threads, Isa isa, const Treat& treat) {
    const LinesKernel& kernel = kernel_for(isa);
    const LinePlan& plan = line_plan(collections.dimension);
    // A thread takes several blocks at a time where they are cheap, so that the common counter stays cold.
    const u64 piece_size = kernel.collections * (plan.lines > 100'000 ? 1 : 8);
    const u64 pieces = (collections.size + piece_size - 1) / piece_size;
    const u32 workers = thread_count(threads, pieces);
    std::vector<AlignedMemory> scratch;
    for (u32 worker = 0; worker < workers; ++worker) scratch.emplace_back(kernel.scratch_bytes(plan));
    std::atomic<bool> clean{true};
    for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
        const u64 end = std::min(collections.size, (piece + 1) * piece_size);
        for (u64 first = piece * piece_size; first < end && clean; first += kernel.collections) {
            const u32 rows = static_cast<u32>(std::min<u64>(kernel.collections, end - first));
            const u64* masks = collections.masks + first * plan.words;
            if (!treat(kernel, plan, first, masks, rows, scratch[worker].get())) clean = false;
        }
    });
    if (!clean) refuse_stray_bit(collections, plan);
}

}  // namespace

void count_lines(const Collections& collections, u32 threads, Isa isa, i32* counts) {
    for_each_block(collections, threads, isa,
                   [=](const LinesKernel& kernel, const LinePlan& plan, u64 first, const u64* masks, u32 rows,
                       void* scratch) { return kernel.count(plan, masks, rows, scratch, counts + first); });
}

void find_lines(const Collections& collections, u32 threads, Isa isa, const i64* offsets, u16* triples) {
    for_each_block(
        collections, threads, isa,
        [=](const LinesKernel& kernel, const LinePlan& plan, u64 first, const u64* masks, u32 rows,
            void* scratch) { return kernel.find(plan, masks, rows, scratch, offsets + first, triples); });
}

}  // namespace setlab
