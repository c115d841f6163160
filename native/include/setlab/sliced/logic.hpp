// Logic on words of which every bit belongs to a game of its own, written once for the CPU and the GPU.
#pragma once

#include "../types.hpp"

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define SETLAB_SLICED SETLAB_HD __forceinline__
#define SETLAB_SLICED_STEP SETLAB_SLICED
#define SETLAB_UNROLLED SETLAB_PRAGMA(unroll)
// The GPU can index its registers only by constants. On the CPU the same loops run over memory.
#define SETLAB_GPU_UNROLLED SETLAB_PRAGMA(unroll)
#else
// Operations on words are always inlined, and steps of the game never: a step fills the registers alone.
#define SETLAB_SLICED [[gnu::always_inline]] inline
#define SETLAB_SLICED_STEP [[gnu::noinline]] inline
#define SETLAB_UNROLLED SETLAB_UNROLL(16)
#define SETLAB_GPU_UNROLLED SETLAB_UNROLL(1)
#endif

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

// A function of three bits, bit by bit. The GPU has one instruction for all of them: it wants the values of
// the function as a table, which is what the function makes of the tables of its arguments. Left to itself,
// the compiler takes 12 % more instructions for a deal, and a third more for a card of the Lehmer code.
template <class Word, class Function>
SETLAB_SLICED Word logic(Word a, Word b, Word c, Function function) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(Word) == 4) {
        constexpr u32 table = function(0xF0u, 0xCCu, 0xAAu) & 0xFFu;
        u32 result;
        asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(table));
        return result;
    }
#endif
    return function(a, b, c);
}

// mask ? a : b, game by game.
template <class Word>
SETLAB_SLICED Word choose(Word mask, Word a, Word b) {
    return logic(mask, a, b, [](auto m, auto x, auto y) { return y ^ (m & (x ^ y)); });
}

// The sum of three bits is parity + 2 * majority.
template <class Word>
SETLAB_SLICED Word parity(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x ^ y ^ z; });
}

template <class Word>
SETLAB_SLICED Word majority(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return (x & y) | (z & (x ^ y)); });
}

// Whether a - b - c is negative.
template <class Word>
SETLAB_SLICED Word borrow(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return (y & z) | (~x & (y ^ z)); });
}

template <class Word>
SETLAB_SLICED Word or3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | y | z; });
}

template <class Word>
SETLAB_SLICED Word nor3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return ~(x | y | z); });
}

template <class Word>
SETLAB_SLICED Word and3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & y & z; });
}

template <class Word>
SETLAB_SLICED Word and_or(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & (y | z); });
}

template <class Word>
SETLAB_SLICED Word or_and(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | (y & z); });
}

template <class Word>
SETLAB_SLICED Word or_xor(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | (y ^ z); });
}

template <class Word>
SETLAB_SLICED Word xor_or(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x ^ (y | z); });
}

// a without b and without c.
template <class Word>
SETLAB_SLICED Word without(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & ~y & ~z; });
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
