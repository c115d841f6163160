#include "photo/network.hpp"

#include <vector>

#include "simd/each_isa.test.hpp"

using namespace setlab;

namespace {

// Numbers that need rounding, the same at every call.
std::vector<float> some_numbers(u64 size, u32 seed) {
    std::vector<float> numbers(size);
    for (float& number : numbers) {
        seed = seed * 1664525u + 1013904223u;
        number = static_cast<float>(static_cast<i32>(seed >> 8) - (1 << 23)) / 8388608.0f / 3.0f;
    }
    return numbers;
}

std::vector<float> run(const NetworkPlan& plan, const std::vector<float>& picture, Isa isa) {
    const auto engine = make_engine<NetworkEngine>(isa, plan);
    const NetworkMap last = engine->last();
    std::vector<float> memory(engine->memory()), to(u64{last.height} * last.width * last.channels);
    engine->run(picture.data(), memory.data(), to.data());
    return to;
}

}  // namespace

TEST_CASE("a convolution by hand") {
    const std::vector<float> picture{1, 2, 3, 4}, kernel{1, 10, 100, 1000}, bias{0.5f};
    for_each_isa([&](Isa isa) {
        const NetworkLayer inner{kernel.data(), bias.data(), 2, 2, 1, 1, 1, 0};
        CHECK(run({&inner, 1, 2, 2, 1}, picture, isa) == std::vector<float>{4321.5f});
        const NetworkLayer padded{kernel.data(), bias.data(), 2, 2, 1, 1, 2, 1};
        CHECK(run({&padded, 1, 2, 2, 1}, picture, isa) == std::vector<float>{1000.5f, 200.5f, 30.5f, 4.5f});
    });
}

TEST_CASE("negative numbers become 0 after every layer but the last") {
    const std::vector<float> picture{-2, 3}, one{1}, minus{-1}, zero{0};
    for_each_isa([&](Isa isa) {
        const NetworkLayer layers[]{{one.data(), zero.data(), 1, 1, 1, 1, 1, 0},
                                    {minus.data(), zero.data(), 1, 1, 1, 1, 1, 0}};
        CHECK(run({layers, 2, 1, 2, 1}, picture, isa) == std::vector<float>{-0.0f, -3});
    });
}

TEST_CASE("every instruction set rounds alike") {
    const std::vector<float> picture = some_numbers(9 * 23 * 3, 1), first = some_numbers(5 * 5 * 3 * 24, 2),
                             second = some_numbers(3 * 3 * 24 * 13, 3), bias = some_numbers(24, 4);
    const NetworkLayer layers[]{{first.data(), bias.data(), 5, 5, 3, 24, 2, 2},
                                {second.data(), bias.data(), 3, 3, 24, 13, 1, 1}};
    const NetworkPlan plan{layers, 2, 9, 23, 3};
    const std::vector<float> plain = run(plan, picture, Isa::plain);
    CHECK(plain.size() == 5 * 12 * 13);
    for_each_isa([&](Isa isa) { CHECK(run(plan, picture, isa) == plain); });
}
