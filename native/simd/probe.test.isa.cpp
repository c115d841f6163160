#include "simd/philox.hpp"
#include "simd/probe.test.hpp"
#include "simd/transpose.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <class Lane>
SETLAB_INLINE Vector<Lane> load(const Lane* from) {
    Vector<Lane> vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
}

template <class V>
SETLAB_INLINE void store(void* to, V vector) {
    __builtin_memcpy(to, &vector, sizeof vector);
}

class Probe final : public VectorProbe {
  public:
    u32 lanes() const override { return word_lanes; }

    void every_second(bool odd, const u64* a, const u64* b, u64* result) override {
        store(result, odd ? SETLAB_TARGET::every_second<1>(load(a), load(b))
                          : SETLAB_TARGET::every_second<0>(load(a), load(b)));
    }
    void store_pairs(const u64* a, const u64* b, u64 stride, u8* to) override {
        SETLAB_TARGET::store_pairs(to, stride, load(a), load(b));
    }
    void and3(const u64* a, const u64* b, const u64* c, u64* result) override {
        store(result, SETLAB_TARGET::and3(load(a), load(b), load(c)));
    }
    void xor3(const u64* a, const u64* b, const u64* c, u64* result) override {
        store(result, SETLAB_TARGET::xor3(load(a), load(b), load(c)));
    }
    void select(const u64* mask, const u64* a, const u64* b, u64* result) override {
        store(result, SETLAB_TARGET::select(load(mask), load(a), load(b)));
    }
    void full_add(u64* sum, const u64* a, const u64* b, u64* carry) override {
        Word total = load<u64>(sum);
        store(carry, SETLAB_TARGET::full_add(total, load(a), load(b)));
        store(sum, total);
    }
    void half_add(u64* sum, const u64* a, u64* carry) override {
        Word total = load<u64>(sum);
        store(carry, SETLAB_TARGET::half_add(total, load(a)));
        store(sum, total);
    }
    u32 nonzero_lanes(const u64* a) override { return SETLAB_TARGET::nonzero_lanes(load(a)); }
    u32 pack_nonzero(const u64* a, u32 first_label, u64* values, u32* labels) override {
        return SETLAB_TARGET::pack_nonzero(load(a), first_label, values, labels);
    }
    void multiply_low_halves(const u64* a, const u64* b, u64* result) override {
        store(result, SETLAB_TARGET::multiply_low_halves(load(a), load(b)));
    }
    void store_low_halves(const u64* a, i32* result) override {
        SETLAB_TARGET::store_low_halves(result, load(a));
    }

    void product_high(const u16* a, const u16* b, u16* result) override {
        store(result, SETLAB_TARGET::product_high(load(a), load(b)));
    }
    void difference_or_0(const u16* a, const u16* b, u16* result) override {
        store(result, SETLAB_TARGET::difference_or_0(load(a), load(b)));
    }
    void sum_or_255(const u8* a, const u8* b, u8* result) override {
        store(result, SETLAB_TARGET::sum_or_255(load(a), load(b)));
    }
    void larger(const u8* a, const u8* b, u8* result) override {
        store(result, SETLAB_TARGET::larger(load(a), load(b)));
    }
    void paired_products(const u16* a, const u16* b, u32* result) override {
        store(result, SETLAB_TARGET::paired_products(load(a), load(b)));
    }
    void choose_greater(const u8* a, const u8* b, u8* result) override {
        using Ops = Lanes<u8>;
        store(result, Ops::choose(Ops::greater(load(a), load(b)), load(a), load(b)));
    }
    void add_1_where_equal(const u16* a, const u16* b, u16* result) override {
        using Ops = Lanes<u16>;
        store(result, Ops::add_1_where(Ops::equal(load(a), load(b)), load(a)));
    }
    void slices(const u8 (*truth)[64], u8 (*again)[64]) override {
        using Ops = Lanes<u8>;
        Ops::Mask mask[SETLAB_TARGET::slices], loaded[SETLAB_TARGET::slices];
        for (u32 s = 0; s < SETLAB_TARGET::slices; ++s)
            mask[s] = Ops::equal(load(truth[s]), all_lanes<u8>(1));
        Word word;
        store_slices(mask, &word);
        load_slices(word, loaded);
        for (u32 s = 0; s < SETLAB_TARGET::slices; ++s) {
            store(again[s], Ops::choose(loaded[s], all_lanes<u8>(1), Vector<u8>{}));
        }
    }

    void rows_to_words(const u64* rows, u32 groups, u64* words) override {
        Word out[64];
        SETLAB_TARGET::rows_to_words([&](u32 k) { return load_word(rows + word_lanes * k); }, groups, out);
        __builtin_memcpy(words, out, 8 * groups * sizeof(Word));
    }
    void planes_to_counts(const u64* planes, i32* counts) override {
        Word plane[32];
        __builtin_memcpy(plane, planes, sizeof plane);
        SETLAB_TARGET::planes_to_counts(plane, counts);
    }

    void philox_block(u64 seed, u64 first, u32 block, u32* words) override {
        const PhiloxLanes philox(seed, static_cast<u32>(first >> 32));
        Word trial;
        for (u32 lane = 0; lane < word_lanes; ++lane) trial[lane] = first + lane;
        const auto made = philox.block(philox.start(trial), block);
        for (u32 i = 0; i < 4 * word_lanes; ++i) words[i] = static_cast<u32>(made.word[i % 4][i / 4]);
    }
    u32 merged_philox(u64 seed, u64 first, u32 block, u32 merged, u16* draws) override {
        return merged == 4 ? merge<4>(seed, first, block, draws) : merge<2>(seed, first, block, draws);
    }

  private:
    template <u32 Merged>
    static u32 merge(u64 seed, u64 first, u32 block, u16* draws) {
        using Philox = MergedPhilox<Merged>;
        const Philox philox(seed, static_cast<u32>(first >> 32),
                            [first](u32 trial) { return first + trial; });
        const auto number = philox.number(block);
        for (u32 m = 0; m < Merged; ++m) {
            const auto made = philox.template blocks<2>(m / 2 * 2, number).of[m % 2];
            for (u32 lane = 0; lane < Lanes<u16>::size; ++lane) {
                for (u32 i = 0; i < 4; ++i)
                    draws[8 * Philox::trial_of(m, lane) + 2 * i + lane % 2] = made.draws[i][lane];
            }
        }
        return Philox::trials;
    }
};

}  // namespace SETLAB_TARGET

template <>
VectorProbe* new_engine<VectorProbe, Isa::SETLAB_TARGET>(const VectorProbe::Plan&) {
    return new Probe;
}

}  // namespace setlab
