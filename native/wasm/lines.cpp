// The SETs in collections of cards.
#include "geometry/lines.hpp"

#include <algorithm>

#include "setlab/space.hpp"
#include "wasm/interface.hpp"

namespace setlab {
namespace {

Fault fault_of(const u64* masks, u32 size, int dimension) {
    if (dimension < smallest_dimension || dimension > largest_dimension) return bad_dimension;
    const u32 words = words_in(dimension), allowed = cards_in(dimension) - 64 * (words - 1);
    if (size > most_numbers / words) return too_many;
    if (allowed == 64) return none;
    for (u32 j = 0; j < size; ++j)
        if (masks[(j + 1) * words - 1] >> allowed != 0) return bad_cards;
    return none;
}

std::vector<i32> counts_of(const Collections& collections) {
    std::vector<i32> counts(collections.size);
    count_lines(collections, 1, Isa::plain, counts.data());
    return counts;
}

}  // namespace

SETLAB_EXPORT(count_lines) i32 count_lines_in(const u64* masks, u32 size, int dimension) {
    answers.clear();
    if (const Fault fault = fault_of(masks, size, dimension)) return fault;
    answer(counts_of({masks, size, dimension}));
    return none;
}

// Offsets, and the cards of the lines: collection j has lines offsets[j] ... offsets[j + 1] - 1.
SETLAB_EXPORT(find_lines) i32 find_lines_in(const u64* masks, u32 size, int dimension) {
    answers.clear();
    if (const Fault fault = fault_of(masks, size, dimension)) return fault;
    const Collections collections{masks, size, dimension};
    const std::vector<i32> counts = counts_of(collections);
    std::vector<i64> offsets(u64{size} + 1);
    for (u32 j = 0; j < size; ++j) offsets[j + 1] = offsets[j] + counts[j];
    const u64 total = static_cast<u64>(offsets.back());
    if (3 * total > most_numbers) return too_many;
    std::vector<u16> triples(3 * total);
    find_lines(collections, 1, Isa::plain, offsets.data(), triples.data());
    answer(offsets);
    answer(triples);
    return none;
}

}  // namespace setlab
