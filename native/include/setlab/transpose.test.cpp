#include "setlab/transpose.hpp"

#include "random.test.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;

TEST_CASE("bit n of row r of 32 bits becomes bit r of row n") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        RandomInputs random(6);
        Word before[32], after[32];
        for (Word& row : before) put_bits(row, [&](u32) { return random.below(2) == 1; });
        for (u32 r = 0; r < 32; ++r) after[r] = before[r];
        transpose_32(after);
        for (u32 bit = 0; bit < bits_in<Word>; ++bit) {
            const u32 lane = bit / 32 * 32, r = bit % 32;
            for (u32 n = 0; n < 32; ++n) CHECK(bit_of(after[n], bit) == bit_of(before[r], lane + n));
        }
    });
}
