// Logic of three words, 32 games to a word: one instruction on the GPU. On the CPU the same code is tested.
#pragma once

#include "setlab/types.hpp"

#if defined(__CUDACC__)
#define SETLAB_SLICED __host__ __device__ __forceinline__
#define SETLAB_UNROLLED _Pragma("unroll")
#define SETLAB_ROLLED _Pragma("unroll 1")
#else
#define SETLAB_SLICED inline
#define SETLAB_UNROLLED
#define SETLAB_ROLLED
#endif

namespace setlab {
namespace sliced32 {

// A function of three bits is named by its value table; these are the tables of the arguments themselves.
constexpr u32 table_a = 0xF0, table_b = 0xCC, table_c = 0xAA;

template <u32 Table>
SETLAB_SLICED u32 logic(u32 a, u32 b, u32 c) {
#if defined(__CUDA_ARCH__)
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(Table & 0xFF));
    return result;
#else
    u32 result = 0;
    for (u32 row = 0; row < 8; ++row) {
        if (Table >> row & 1) result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    }
    return result;
#endif
}

SETLAB_SLICED u32 xor3(u32 a, u32 b, u32 c) { return logic<table_a ^ table_b ^ table_c>(a, b, c); }
SETLAB_SLICED u32 and3(u32 a, u32 b, u32 c) { return logic<table_a & table_b & table_c>(a, b, c); }
SETLAB_SLICED u32 or3(u32 a, u32 b, u32 c) { return logic<table_a | table_b | table_c>(a, b, c); }
SETLAB_SLICED u32 nor3(u32 a, u32 b, u32 c) { return logic<~(table_a | table_b | table_c)>(a, b, c); }
SETLAB_SLICED u32 or_and(u32 a, u32 b, u32 c) { return logic<table_a | (table_b & table_c)>(a, b, c); }
SETLAB_SLICED u32 or_xor(u32 a, u32 b, u32 c) { return logic<table_a | (table_b ^ table_c)>(a, b, c); }
SETLAB_SLICED u32 nor_xor(u32 a, u32 b, u32 c) { return logic<~(table_a | (table_b ^ table_c))>(a, b, c); }
SETLAB_SLICED u32 choose(u32 by, u32 yes, u32 no) {
    return logic<(table_a & table_b) | (~table_a & table_c)>(by, yes, no);
}
// The carry of a + b + c, and the borrow of a - b - c.
SETLAB_SLICED u32 carry_of(u32 a, u32 b, u32 c) {
    return logic<(table_a & table_b) | (table_a & table_c) | (table_b & table_c)>(a, b, c);
}
SETLAB_SLICED u32 borrow_of(u32 a, u32 b, u32 c) {
    return logic<(~table_a & table_b) | (~table_a & table_c) | (table_b & table_c)>(a, b, c);
}
SETLAB_SLICED u32 all_alike(u32 a, u32 b, u32 c) {
    return logic<(table_a & table_b & table_c) | (~table_a & ~table_b & ~table_c)>(a, b, c);
}

}  // namespace sliced32
}  // namespace setlab
