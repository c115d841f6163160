// Tests of bit-sliced code, for the words of the GPU and of the CPU.
#pragma once

#include <doctest/doctest.h>

#include "setlab/sliced/word128.hpp"

namespace setlab {

// Calls test(a word) for 32, 64 and 128 bits.
template <class Test>
void for_each_word(const Test& test) {
    const auto with = [&](auto word, int bits) {
        CAPTURE(bits);
        test(word);
    };
    with(u32{}, 32);
    with(u64{}, 64);
    with(sliced::Word128{}, 128);
}

template <class Word>
bool bit_of(const Word& word, u32 game) {
    return (sliced::part(word, game / 64) >> (game % 64) & 1) != 0;
}

// The number of a game, from its digits.
template <class Word>
u32 number_of(const Word* digit, u32 digits, u32 game) {
    u32 number = 0;
    for (u32 d = 0; d < digits; ++d) number |= u32{bit_of(digit[d], game)} << d;
    return number;
}

}  // namespace setlab
