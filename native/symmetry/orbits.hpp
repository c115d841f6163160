// Orbits of collections under AGL(d,3), d = 2 ... 5.
#pragma once

#include <vector>

#include "setlab/types.hpp"

namespace setlab {

// Hereditary families of collections.
enum class Family { all, cap, plane_free, ultraset_free };

// Representatives, one mask each.
struct Representatives {
    const u64* masks;
    u64 count;
    int dimension;
};

struct OrbitList {
    std::vector<u64> masks;
    std::vector<u64> sizes;
};

// A number of 128 bits.
struct Wide {
    u64 low, high;
};

// The orbits whose parents are given, in the order of the parents, and of one parent in the order of the
// masks. Each is represented by its canonical form. `sizes` are the lengths of the parents' orbits.
OrbitList next_orbits(const Representatives& parents, const u64* sizes, Family family, u32 threads);

// The number of cards that can be added to each collection without leaving the family.
void count_additions(const Representatives& collections, Family family, u32 threads, u64* counts);

// The number of UltraSETs in each collection: two pairs with the same third card.
void count_ultrasets(const Representatives& collections, u32 threads, u64* counts);

void canonical_forms(const Representatives& collections, u32 threads, u64* forms);

void stabilizer_orders(const Representatives& collections, u32 threads, u64* orders);

// The distribution of the number of lines over the collections with `extra` = 0 ... 3 cards more than a
// representative; those of representative i count sizes[i] times.
std::vector<Wide> extend_lines(const Representatives& representatives, const u64* sizes, int extra,
                               u32 threads);

}  // namespace setlab
