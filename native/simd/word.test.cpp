#include "random.test.hpp"
#include "simd/each_isa.test.hpp"

using namespace setlab;

VectorProbe::~VectorProbe() = default;

namespace {

constexpr u32 most_lanes = 8;

struct Words {
    u64 a[most_lanes], b[most_lanes], c[most_lanes], result[most_lanes], carry[most_lanes];

    explicit Words(RandomInputs& random) {
        for (u32 i = 0; i < most_lanes; ++i) {
            a[i] = random.below(3) == 0 ? 0 : random.word();
            b[i] = random.word();
            c[i] = random.word();
        }
    }
};

// Calls test(probe, words, lanes) with many random words.
template <class Test>
void for_random_words(const Test& test) {
    for_each_probe([&](VectorProbe& probe) {
        RandomInputs random(1);
        for (int round = 0; round < 100; ++round) {
            Words words(random);
            test(probe, words, probe.lanes());
        }
    });
}

}  // namespace

TEST_CASE("words of two, four or eight lanes") {
    for_each_isa([](Isa isa) {
        const u32 lanes = isa == Isa::avx512 ? 8 : isa == Isa::avx2 ? 4 : 2;
        CHECK(make_engine<VectorProbe>(isa, {})->lanes() == lanes);
    });
}

TEST_CASE("lanes move") {
    for_random_words([](VectorProbe& probe, Words& w, u32 lanes) {
        for (const bool odd : {false, true}) {
            probe.every_second(odd, w.a, w.b, w.result);
            for (u32 i = 0; i < lanes; ++i) {
                const u32 from = 2 * i + odd;
                REQUIRE(w.result[i] == (from < lanes ? w.a[from] : w.b[from - lanes]));
            }
        }
        constexpr u64 stride = 24;
        u8 bytes[most_lanes * stride] = {};
        probe.store_pairs(w.a, w.b, stride, bytes);
        for (u32 i = 0; i < lanes; ++i) {
            u64 pair[2];
            __builtin_memcpy(pair, bytes + stride * i, sizeof pair);
            REQUIRE(pair[0] == w.a[i]);
            REQUIRE(pair[1] == w.b[i]);
        }
        i32 low[most_lanes];
        probe.store_low_halves(w.b, low);
        for (u32 i = 0; i < lanes; ++i) REQUIRE(static_cast<u32>(low[i]) == static_cast<u32>(w.b[i]));
    });
}

TEST_CASE("logic of three words") {
    for_random_words([](VectorProbe& probe, Words& w, u32 lanes) {
        probe.and3(w.a, w.b, w.c, w.result);
        for (u32 i = 0; i < lanes; ++i) REQUIRE(w.result[i] == (w.a[i] & w.b[i] & w.c[i]));
        probe.xor3(w.a, w.b, w.c, w.result);
        for (u32 i = 0; i < lanes; ++i) REQUIRE(w.result[i] == (w.a[i] ^ w.b[i] ^ w.c[i]));
        probe.select(w.a, w.b, w.c, w.result);
        for (u32 i = 0; i < lanes; ++i) REQUIRE(w.result[i] == ((w.a[i] & w.b[i]) | (~w.a[i] & w.c[i])));
    });
}

TEST_CASE("adders keep the number of ones") {
    for_random_words([](VectorProbe& probe, Words& w, u32 lanes) {
        const Words before = w;
        probe.full_add(w.a, w.b, w.c, w.carry);
        for (u32 i = 0; i < lanes; ++i) {
            const u64 a = before.a[i], b = w.b[i], c = w.c[i];
            REQUIRE(w.a[i] == (a ^ b ^ c));
            REQUIRE(w.carry[i] == ((a & b) | (a & c) | (b & c)));
        }
        w = before;
        probe.half_add(w.a, w.b, w.carry);
        for (u32 i = 0; i < lanes; ++i) {
            REQUIRE(w.a[i] == (before.a[i] ^ w.b[i]));
            REQUIRE(w.carry[i] == (before.a[i] & w.b[i]));
        }
    });
}

TEST_CASE("lanes that are not zero are named and packed") {
    for_random_words([](VectorProbe& probe, Words& w, u32 lanes) {
        u32 wanted = 0, size = 0, labels[most_lanes];
        for (u32 i = 0; i < lanes; ++i) wanted |= static_cast<u32>(w.a[i] != 0) << i;
        REQUIRE(probe.nonzero_lanes(w.a) == wanted);
        const u32 packed = probe.pack_nonzero(w.a, 40, w.result, labels);
        for (u32 i = 0; i < lanes; ++i) {
            if (w.a[i] == 0) continue;
            REQUIRE(w.result[size] == w.a[i]);
            REQUIRE(labels[size++] == 40 + i);
        }
        REQUIRE(packed == size);
    });
}

TEST_CASE("products of lower halves") {
    for_random_words([](VectorProbe& probe, Words& w, u32 lanes) {
        probe.multiply_low_halves(w.b, w.c, w.result);
        for (u32 i = 0; i < lanes; ++i)
            REQUIRE(w.result[i] == u64{static_cast<u32>(w.b[i])} * static_cast<u32>(w.c[i]));
    });
}
