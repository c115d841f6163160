#include "setlab/word.hpp"

#include "setlab/generator.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;

namespace {

// A word whose bits are draws.
template <class Word>
Word random_word(u64 trial) {
    Word word;
    put_bits(word, [trial](u32 bit) { return draw_bits<16>(3, trial, bit) % 2 == 1; });
    return word;
}

template <class Word, u32 Digits>
void fill_randomly(Word (&number)[Digits], u64 trial) {
    for (u32 d = 0; d < Digits; ++d) number[d] = random_word<Word>(100 * trial + d);
}

}  // namespace

TEST_CASE("bits between two numbers are set") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        for (u32 begin = 0; begin <= bits_in<Word>; begin += 7) {
            for (u32 end = begin; end <= bits_in<Word> + 5; ++end) {
                const Word games = ones_between<Word>(begin, end);
                const u32 last = end < bits_in<Word> ? end : bits_in<Word>;
                CHECK(count_ones(games) == last - begin);
                CHECK(any(games) == (begin < last));
                for_each_one(games, [&](u32 game) { CHECK((begin <= game && game < end)); });
            }
        }
    });
}

TEST_CASE("sums, differences and comparisons, game by game") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        Word a[5], b[5], sum[5], difference[5];
        fill_randomly(a, 1);
        fill_randomly(b, 2);
        const Word bit = random_word<Word>(3), below = less<5>(a, b);
        for (u32 d = 0; d < 5; ++d) sum[d] = a[d];
        add_bit(sum, bit);
        subtract(a, b, difference);
        const Word chosen = select(bit, a[0], b[0]), odd = xor3(a[0], a[1], a[2]);
        const Word most = majority(a[0], a[1], a[2]), lent = borrow(a[0], a[1], a[2]);
        for (u32 game = 0; game < bits_in<Word>; ++game) {
            const u32 x = number_of(a, 5, game), y = number_of(b, 5, game), z = bit_of(bit, game);
            CHECK(number_of(sum, 5, game) == (x + z) % 32);
            CHECK(number_of(difference, 5, game) == (x - y) % 32);
            CHECK(bit_of(below, game) == (x < y));
            CHECK(bit_of(chosen, game) == ((z != 0 ? x : y) % 2 == 1));
            CHECK(u32{bit_of(odd, game)} + 2 * u32{bit_of(most, game)} == count_bits(x & 7));
            CHECK(bit_of(lent, game) == ((x & 1) < (x >> 1 & 1) + (x >> 2 & 1)));
        }
    });
}
