#include "symmetry/orbits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "geometry/affine.hpp"
#include "random.test.hpp"

using namespace setlab;

namespace {

u64 binomial(u64 n, u64 k) {
    u64 result = 1;
    for (u64 i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
}

// A random map of AGL(d,3): three times as many images as before are fixed by one more card outside.
std::vector<u32> random_map(int dimension, RandomInputs& random) {
    std::vector<u32> image{random.below(cards_in(dimension))};
    while (image.size() < cards_in(dimension)) {
        const u32 card = random.below(cards_in(dimension));
        if (std::find(image.begin(), image.end(), card) != image.end()) continue;
        const u32 step = sum_of(card, negative(image[0]));
        const u64 size = image.size();
        for (u64 i = 0; i < 2 * size; ++i) image.push_back(sum_of(image[i], step));
    }
    return image;
}

}  // namespace

TEST_CASE("the orbits of every size have all collections, and the order of the group proves it") {
    std::vector<u64> masks{0}, sizes{1};
    for (u32 size = 0; size < 8; ++size) {
        const OrbitList next = next_orbits({masks.data(), masks.size(), 3}, sizes.data(), Family::all, 2);
        masks = next.masks;
        sizes = next.sizes;
        CHECK(std::accumulate(sizes.begin(), sizes.end(), u64{0}) == binomial(27, size + 1));
        std::vector<u64> orders(masks.size());
        stabilizer_orders({masks.data(), masks.size(), 3}, 1, orders.data());
        for (u64 i = 0; i < masks.size(); ++i) CHECK(orders[i] * sizes[i] == 303264);
    }
}

TEST_CASE("a largest collection of AG(4,3) without an UltraSET has nine cards") {
    std::vector<u64> masks{0, 0}, sizes{1}, counts;
    while (!sizes.empty()) {
        counts.assign(sizes.size(), 1);
        count_ultrasets({masks.data(), sizes.size(), 4}, 2, counts.data());
        CHECK(std::accumulate(counts.begin(), counts.end(), u64{0}) == 0);
        const OrbitList next =
            next_orbits({masks.data(), sizes.size(), 4}, sizes.data(), Family::ultraset_free, 1);
        if (next.sizes.empty()) break;
        masks = next.masks;
        sizes = next.sizes;
    }
    u32 cards = 0;
    for (u64 word : {masks[0], masks[1]}) cards += static_cast<u32>(__builtin_popcountll(word));
    CHECK(cards == 9);
    const u64 whole[2] = {~u64{0}, (u64{1} << 17) - 1};
    count_ultrasets({whole, 1, 4}, 1, counts.data());
    CHECK(counts[0] == 63180);
}

TEST_CASE("a largest cap of AG(3,3) has nine cards, and there is one up to symmetry") {
    std::vector<u64> masks{0}, sizes{1}, numbers;
    while (!masks.empty()) {
        numbers.push_back(masks.size());
        const OrbitList next = next_orbits({masks.data(), masks.size(), 3}, sizes.data(), Family::cap, 1);
        masks = next.masks;
        sizes = next.sizes;
    }
    CHECK(numbers.size() == 10);
    CHECK(numbers.back() == 1);
}

TEST_CASE("images of a collection have the same canonical form") {
    RandomInputs random(6);
    for (int round = 0; round < 50; ++round) {
        const std::vector<u32> map = random_map(4, random);
        u64 masks[2][2] = {}, forms[2][2] = {};
        for (const u32 card : random.cards(81, 3 + random.below(20))) {
            masks[0][card / 64] |= u64{1} << card % 64;
            masks[1][map[card] / 64] |= u64{1} << map[card] % 64;
        }
        canonical_forms({masks[0], 2, 4}, 1, forms[0]);
        CHECK(forms[0][0] == forms[1][0]);
        CHECK(forms[0][1] == forms[1][1]);
    }
}
