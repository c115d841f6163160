// Words of which every bit belongs to a game of its own: 32 bits for a thread of the GPU, 64 or 128 for the
// CPU.
//
// A word is an integer, or a vector of integers of 64 bits (word128.hpp). The code is written once, in the
// operators that all words have; what differs is in Arithmetic<Word> (lanes.hpp).
#pragma once

#include "../bits.hpp"
#include "logic.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace sliced {

template <class Word>
constexpr u32 bits_in = 8 * sizeof(Word);

// The parts of up to 64 bits of a word, the first games in the first part.
template <class Word>
constexpr u32 parts_in = (bits_in<Word> + 63) / 64;

template <class Word>
SETLAB_SLICED u64 part(const Word& word, u32 number) {
    if constexpr (parts_in<Word> == 1) {
        return word;
    } else {
        return word[number];
    }
}

template <class Word>
SETLAB_SLICED bool any(const Word& word) {
    u64 found = 0;
    for (u32 n = 0; n < parts_in<Word>; ++n) found |= part(word, n);
    return found != 0;
}

template <class Word>
SETLAB_SLICED u32 count(const Word& word) {
    u32 games = 0;
    for (u32 n = 0; n < parts_in<Word>; ++n) games += count_bits(part(word, n));
    return games;
}

// Calls visit(game) for every bit that is set.
template <class Word, class Visit>
SETLAB_SLICED void for_each_game(const Word& word, Visit&& visit) {
    for (u32 n = 0; n < parts_in<Word>; ++n) {
        for (u64 left = part(word, n); left != 0; left &= left - 1) visit(64 * n + lowest_bit(left));
    }
}

// The word whose games begin ... end - 1 have their bit set.
template <class Word>
SETLAB_SLICED Word games_between(u32 begin, u32 end) {
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

// Adds a bit to a binary number, the lowest digit first.
template <u32 Digits, class Word>
SETLAB_SLICED void add_bit(Word (&number)[Digits], Word carry) {
    SETLAB_UNROLLED
    for (u32 d = 0; d < Digits; ++d) {
        const Word next = number[d] & carry;
        number[d] ^= carry;
        carry = next;
    }
}

// Whether a < b, both numbers of as many digits.
template <u32 Digits, class Word>
SETLAB_SLICED Word less(const Word* a, const Word* b) {
    Word below = ~a[0] & b[0];
    SETLAB_UNROLLED
    for (u32 d = 1; d < Digits; ++d) below = borrow(a[d], b[d], below);
    return below;
}

// The lowest digits of a - b.
template <u32 Digits, class Word>
SETLAB_SLICED void subtract(const Word* a, const Word* b, Word (&difference)[Digits]) {
    Word lent = ~a[0] & b[0];
    difference[0] = a[0] ^ b[0];
    SETLAB_UNROLLED
    for (u32 d = 1; d < Digits; ++d) {
        difference[d] = parity(a[d], b[d], lent);
        lent = borrow(a[d], b[d], lent);
    }
}

}  // namespace sliced
}  // namespace SETLAB_TARGET
}  // namespace setlab
