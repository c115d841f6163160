// Tests of bit-sliced code, for the words of the GPU and of the CPU.
#pragma once

#include <doctest/doctest.h>

#include "simd/word.hpp"

namespace setlab {

// Calls test(a word) for 32 and 64 bits, and for the word of the CPU.
template <class Test>
void for_each_word(const Test& test) {
    const auto with = [&](auto word, u32 bits) {
        CAPTURE(bits);
        test(word);
    };
    with(u32{}, 32);
    with(u64{}, 64);
    with(Word{}, word_bits);
}

template <class Word>
bool bit_of(const Word& word, u32 game) {
    return (part(word, game / 64) >> (game % 64) & 1) != 0;
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

template <class Word, class IsSet>
void put_bits(Word& word, const IsSet& is_set) {
    word = Word{};
    for (u32 bit = 0; bit < bits_in<Word>; ++bit) {
        if (is_set(bit)) word |= ones_between<Word>(bit, bit + 1);
    }
}

// The digits of number(game) for all games.
template <class Word, u32 Digits, class Number>
void put_numbers(Word (&digit)[Digits], const Number& number) {
    for (u32 d = 0; d < Digits; ++d)
        put_bits(digit[d], [&](u32 game) { return (number(game) >> d & 1) != 0; });
}

}  // namespace setlab
