#include "antiset/table.hpp"

#include <doctest/doctest.h>

#include <map>

#include "setlab/generator.hpp"

using namespace setlab;

TEST_CASE_TEMPLATE("the table of positions is a map", Mask, u32, u64, u128) {
    PositionTable<Mask> table;
    std::map<std::pair<Mask, Mask>, short> expected;
    for (u32 i = 0; i < 5000; ++i) {
        const Mask x = static_cast<Mask>(draw_below<16>(1, i, 0, 4000)) << (4 * sizeof(Mask));
        const Mask o = static_cast<Mask>(draw_below<16>(1, i, 1, 3));
        table.find_or_insert(x, o).lower = static_cast<short>(i);
        expected[{x, o}] = static_cast<short>(i);
    }
    CHECK(table.size() == expected.size());
    for (const auto& [key, lower] : expected) {
        const Bounds* found = table.find(key.first, key.second);
        REQUIRE(found != nullptr);
        CHECK(found->lower == lower);
        CHECK(table.find(key.first, key.second | 4) == nullptr);
    }
    u64 visited = 0;
    table.for_each([&](const auto&) { ++visited; });
    CHECK(visited == expected.size());
    table.clear();
    CHECK(table.size() == 0);
}
