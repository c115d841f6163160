// Words as sets of bits, for every width: 32 bits for a thread of the GPU, and the vectors of the CPU, 128,
// 256 or 512 bits (simd/word.hpp). In bit slices every bit belongs to a game, or a collection, of its own.
//
// A word is an integer, or a vector of integers of 64 bits. The code is written once, in the operators that
// all of them have.
#pragma once

#include "bits.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// --- logic

#if defined(__AVX512F__)
// The function of three bits with this truth table; simd/word.hpp defines it for words of 512 bits.
template <int Table, class Word>
Word ternary(Word a, Word b, Word c);
#endif

// A function of three bits, bit by bit. The GPU and AVX-512 have one instruction for all of them: it wants
// the values of the function as a table, which is what the function makes of the tables of its arguments.
// Left to itself, the compiler of the GPU takes 12 % more instructions for a deal, and a third more for a
// card of the Lehmer code.
template <class Word, class Function>
SETLAB_INLINE Word logic(Word a, Word b, Word c, Function function) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(Word) == 4) {
        constexpr u32 table = function(0xF0u, 0xCCu, 0xAAu) & 0xFFu;
        u32 result;
        asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(table));
        return result;
    }
#elif defined(__AVX512F__)
    if constexpr (sizeof(Word) == 64) return ternary<function(0xF0u, 0xCCu, 0xAAu) & 0xFFu>(a, b, c);
#endif
    return function(a, b, c);
}

// mask ? a : b, bit by bit.
template <class Word>
SETLAB_INLINE Word select(Word mask, Word a, Word b) {
    return logic(mask, a, b, [](auto m, auto x, auto y) { return y ^ (m & (x ^ y)); });
}

template <class Word>
SETLAB_INLINE Word xor3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x ^ y ^ z; });
}

template <class Word>
SETLAB_INLINE Word majority(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return (x & y) | (z & (x ^ y)); });
}

// Whether a - b - c is negative.
template <class Word>
SETLAB_INLINE Word borrow(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return (y & z) | (~x & (y ^ z)); });
}

template <class Word>
SETLAB_INLINE Word or3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | y | z; });
}

template <class Word>
SETLAB_INLINE Word nor3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return ~(x | y | z); });
}

template <class Word>
SETLAB_INLINE Word and3(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & y & z; });
}

template <class Word>
SETLAB_INLINE Word and_or(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & (y | z); });
}

template <class Word>
SETLAB_INLINE Word or_and(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | (y & z); });
}

template <class Word>
SETLAB_INLINE Word or_xor(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x | (y ^ z); });
}

template <class Word>
SETLAB_INLINE Word nor_xor(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return ~(x | (y ^ z)); });
}

template <class Word>
SETLAB_INLINE Word xor_or(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x ^ (y | z); });
}

// a without b and without c.
template <class Word>
SETLAB_INLINE Word without(Word a, Word b, Word c) {
    return logic(a, b, c, [](auto x, auto y, auto z) { return x & ~y & ~z; });
}

// --- single bits

template <class Word>
constexpr u32 bits_in = 8 * sizeof(Word);

// The parts of up to 64 bits of a word, the first bits in the first part.
template <class Word>
constexpr u32 parts_in = (bits_in<Word> + 63) / 64;

template <class Word>
SETLAB_INLINE u64 part(const Word& word, u32 number) {
    if constexpr (parts_in<Word> == 1) {
        return word;
    } else {
        static_assert(sizeof(word[0]) == 8);
        return word[number];
    }
}

template <class Word>
SETLAB_INLINE bool any(const Word& word) {
    u64 found = 0;
    for (u32 n = 0; n < parts_in<Word>; ++n) found |= part(word, n);
    return found != 0;
}

template <class Word>
SETLAB_INLINE u32 count_ones(const Word& word) {
    u32 ones = 0;
    for (u32 n = 0; n < parts_in<Word>; ++n) ones += count_bits(part(word, n));
    return ones;
}

// Calls visit(bit) for every bit that is set.
template <class Word, class Visit>
SETLAB_INLINE void for_each_one(const Word& word, Visit&& visit) {
    for (u32 n = 0; n < parts_in<Word>; ++n) {
        for (u64 left = part(word, n); left != 0; left &= left - 1) visit(64 * n + lowest_bit(left));
    }
}

// The word whose bits begin ... end - 1 are set.
template <class Word>
SETLAB_INLINE Word ones_between(u32 begin, u32 end) {
    const auto below = [](u32 bit) { return bit >= 64 ? ~u64{0} : (u64{1} << bit) - 1; };
    const auto bits = [&](u32 n) {
        const u32 start = 64 * n;
        return below(end > start ? end - start : 0) & ~below(begin > start ? begin - start : 0);
    };
    if constexpr (parts_in<Word> == 1) {
        return static_cast<Word>(bits(0));
    } else {
        Word word{};
        for (u32 n = 0; n < parts_in<Word>; ++n) word[n] = bits(n);
        return word;
    }
}

// --- binary numbers in slices, the lowest digit first

// Adds a and b to the digit `sum`, and returns the carry.
template <class Word>
SETLAB_INLINE Word full_add(Word& sum, Word a, Word b) {
#if defined(__AVX512F__)
    sum = xor3(sum, a, b);
    // The majority of the three summands, from a, b and the new sum: no copy is needed.
    return logic(a, b, sum, [](auto x, auto y, auto z) { return (x & y) | (~z & (x | y)); });
#elif defined(__CUDA_ARCH__)
    const Word carry = majority(sum, a, b);
    sum = xor3(sum, a, b);
    return carry;
#else
    const Word half = sum ^ a, carry = (sum & a) | (half & b);
    sum = half ^ b;
    return carry;
#endif
}

template <class Word>
SETLAB_INLINE Word half_add(Word& sum, Word a) {
    const Word carry = sum & a;
    sum ^= a;
    return carry;
}

// Adds one digit to a number.
template <u32 Digits, class Word>
SETLAB_INLINE void add_bit(Word (&number)[Digits], Word carry) {
    SETLAB_UNROLLED
    for (u32 d = 0; d < Digits; ++d) carry = half_add(number[d], carry);
}

// Whether a < b, both numbers of as many digits.
template <u32 Digits, class Word>
SETLAB_INLINE Word less(const Word* a, const Word* b) {
    Word below = ~a[0] & b[0];
    SETLAB_UNROLLED
    for (u32 d = 1; d < Digits; ++d) below = borrow(a[d], b[d], below);
    return below;
}

// The lowest digits of a - b.
template <u32 Digits, class Word>
SETLAB_INLINE void subtract(const Word* a, const Word* b, Word (&difference)[Digits]) {
    Word lent = ~a[0] & b[0];
    difference[0] = a[0] ^ b[0];
    SETLAB_UNROLLED
    for (u32 d = 1; d < Digits; ++d) {
        difference[d] = xor3(a[d], b[d], lent);
        lent = borrow(a[d], b[d], lent);
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
