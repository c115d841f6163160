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

// A card as in card.hpp, from its number.
inline u32 coordinates(u32 card) {
    constexpr u32 bits[3] = {1, 3, 2};
    u32 all = 0;
    for (u32 c = 4; c-- > 0; card /= 3) all |= bits[card % 3] << (2 * c);
    return all;
}

// The digits of number(game) for all games.
template <class Word, u32 Digits, class Number>
void put_numbers(Word (&digit)[Digits], const Number& number) {
    for (u32 d = 0; d < Digits; ++d) {
        digit[d] = Word{};
        for (u32 game = 0; game < sliced::bits_in<Word>; ++game) {
            if ((number(game) >> d & 1) != 0) digit[d] |= sliced::games_between<Word>(game, game + 1);
        }
    }
}

}  // namespace setlab
