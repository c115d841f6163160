// No standard library header is included here: word.hpp says why.
#include "setlab/generator.hpp"
#include "simd/transpose.hpp"
#include "simd/word_checks.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {
namespace {

using W = WidestWord;
using Word = W::Word;

u64 random_word(u32 k) { return draw_bits<32>(1, k, 0) | static_cast<u64>(draw_bits<32>(1, k, 1)) << 32; }

Word random_lanes(u32 k) {
    Word word{};
    for (u32 lane = 0; lane < W::lanes; ++lane) word[lane] = random_word(100 * k + lane);
    return word;
}

struct Counter {
    WordChecks checks{};
    void expect(bool right) {
        ++checks.checked;
        checks.wrong += !right;
    }
};

}  // namespace
}  // namespace SETLAB_TARGET

template <>
WordChecks check_logic<Isa::SETLAB_TARGET>() {
    Counter counter;
    for (u32 k = 0; k < 50; ++k) {
        const Word a = random_lanes(3 * k), b = random_lanes(3 * k + 1), c = random_lanes(3 * k + 2);
        const Word all = W::and3(a, b, c), odd = W::xor3(a, b, c), chosen = W::select(a, b, c);
        const Word product = W::multiply_low_halves(a, b);
        Word sum = c, half_sum = c;
        const Word carry = W::full_add(sum, a, b), half_carry = W::half_add(half_sum, a);
        for (u32 lane = 0; lane < W::lanes; ++lane) {
            const u64 x = a[lane], y = b[lane], z = c[lane];
            counter.expect(all[lane] == (x & y & z));
            counter.expect(odd[lane] == (x ^ y ^ z));
            counter.expect(chosen[lane] == ((x & y) | (~x & z)));
            counter.expect(product[lane] == (x & 0xFFFFFFFFu) * (y & 0xFFFFFFFFu));
            counter.expect(sum[lane] == (x ^ y ^ z));
            counter.expect(carry[lane] == ((x & y) | (x & z) | (y & z)));
            counter.expect(half_sum[lane] == (x ^ z));
            counter.expect(half_carry[lane] == (x & z));
        }
    }
    return counter.checks;
}

template <>
WordChecks check_packing<Isa::SETLAB_TARGET>() {
    Counter counter;
    for (u32 pattern = 0; pattern < 1u << W::lanes; ++pattern) {
        Word word{};
        for (u32 lane = 0; lane < W::lanes; ++lane)
            word[lane] = (pattern >> lane & 1) * (u64{1} << 63 | lane);
        counter.expect(W::nonzero_lanes(word) == pattern);
        u64 values[W::lanes];
        u32 labels[W::lanes], expected = 0;
        const u32 size = W::pack_nonzero(word, 40, values, labels);
        for (u32 lane = 0; lane < W::lanes; ++lane) {
            if ((pattern >> lane & 1) == 0) continue;
            counter.expect(values[expected] == word[lane] && labels[expected] == 40 + lane);
            ++expected;
        }
        counter.expect(size == expected);
    }
    return counter.checks;
}

template <>
WordChecks check_transposing<Isa::SETLAB_TARGET>() {
    Counter counter;
    static u64 rows[W::bits];
    static i32 counts[W::bits];
    for (u32 j = 0; j < W::bits; ++j) rows[j] = random_word(j);
    Word columns[64];
    Transposer<W>::rows_to_words([](int k) { return W::load(rows + W::lanes * static_cast<u32>(k)); }, 8,
                                 columns);
    for (u32 j = 0; j < W::bits; ++j) {
        for (u32 bit = 0; bit < 64; ++bit)
            counter.expect((columns[bit][j % W::lanes] >> j / W::lanes & 1) == (rows[j] >> bit & 1));
    }
    Word planes[32];
    for (u32 digit = 0; digit < 32; ++digit) planes[digit] = columns[digit];
    Transposer<W>::planes_to_counts(planes, counts);
    for (u32 j = 0; j < W::bits; ++j)
        counter.expect(static_cast<u32>(counts[j]) == static_cast<u32>(rows[j]));
    return counter.checks;
}

}  // namespace setlab
