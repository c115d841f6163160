// The operations on vectors, made visible to the tests: compiled once per instruction set, called on arrays.
#pragma once

#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

// Arrays a, b, c and their results are as long as a word, in elements of the type that is named.
class VectorProbe {
  public:
    struct Plan {};
    virtual ~VectorProbe();

    virtual u32 lanes() const = 0;  // of 64 bits

    // --- word.hpp
    virtual void every_second(bool odd, const u64* a, const u64* b, u64* result) = 0;
    virtual void store_pairs(const u64* a, const u64* b, u64 stride, u8* to) = 0;
    virtual void and3(const u64* a, const u64* b, const u64* c, u64* result) = 0;
    virtual void xor3(const u64* a, const u64* b, const u64* c, u64* result) = 0;
    virtual void select(const u64* mask, const u64* a, const u64* b, u64* result) = 0;
    virtual void full_add(u64* sum, const u64* a, const u64* b, u64* carry) = 0;
    virtual void half_add(u64* sum, const u64* a, u64* carry) = 0;
    virtual u32 nonzero_lanes(const u64* a) = 0;
    virtual u32 pack_nonzero(const u64* a, u32 first_label, u64* values, u32* labels) = 0;
    virtual void multiply_low_halves(const u64* a, const u64* b, u64* result) = 0;
    virtual void store_low_halves(const u64* a, i32* result) = 0;

    // --- lanes.hpp
    virtual void product_high(const u16* a, const u16* b, u16* result) = 0;
    virtual void difference_or_0(const u16* a, const u16* b, u16* result) = 0;
    virtual void sum_or_255(const u8* a, const u8* b, u8* result) = 0;
    virtual void larger(const u8* a, const u8* b, u8* result) = 0;
    virtual void paired_products(const u16* a, const u16* b, u32* result) = 0;
    virtual void choose_greater(const u8* a, const u8* b, u8* result) = 0;  // as signed bytes
    virtual void add_1_where_equal(const u16* a, const u16* b, u16* result) = 0;
    virtual void slices(const u8 (*truth)[64], u8 (*again)[64]) = 0;  // stored and loaded

    // --- transpose.hpp
    virtual void rows_to_words(const u64* rows, u32 groups, u64* words) = 0;
    virtual void planes_to_counts(const u64* planes, i32* counts) = 0;

    // --- philox.hpp
    virtual void philox_block(u64 seed, u64 first, u32 block, u32* words) = 0;              // four per trial
    virtual u32 merged_philox(u64 seed, u64 first, u32 block, u32 merged, u16* draws) = 0;  // eight per trial
};
SETLAB_ENGINE(VectorProbe);

}  // namespace setlab
