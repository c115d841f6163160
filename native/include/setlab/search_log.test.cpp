#include "setlab/search_log.hpp"

#include <doctest/doctest.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

using namespace setlab;

namespace {

struct Sums {
    std::map<u32, u64> first, squares;
    std::map<std::pair<u32, u32>, std::tuple<u64, u64, u64>> seen;

    void add_first(u32 sets, u64 games) { first[sets] += games; }
    void add_seen(u32 cards, u32 sets, u64 times, u64 square, u64 product) {
        auto& [a, b, c] = seen[{cards, sets}];
        a += times, b += square, c += product;
    }
    void add_squares(u32 cards, u64 square) { squares[cards] += square; }
};

}  // namespace

TEST_CASE("a game adds each kind of table once, with its square and its product") {
    std::vector<Search> search{{12, 2}, {12, 0}, {15, 4}, {12, 2}, {12, 3}, {15, 4}, {12, 2}};
    SearchLog log{search.data(), static_cast<u32>(search.size())};
    Sums sums;
    add_game(log, sums);
    CHECK(log.size == 0);
    CHECK((sums.first == std::map<u32, u64>{{2, 1}}));
    CHECK((sums.squares == std::map<u32, u64>{{12, 81}, {15, 64}}));
    CHECK(sums.seen.size() == 4);
    CHECK((sums.seen[{12, 2}] == std::tuple<u64, u64, u64>{3, 9, 15}));
    CHECK((sums.seen[{12, 0}] == std::tuple<u64, u64, u64>{1, 1, 5}));
    CHECK((sums.seen[{12, 3}] == std::tuple<u64, u64, u64>{1, 1, 5}));
    CHECK((sums.seen[{15, 4}] == std::tuple<u64, u64, u64>{2, 4, 4}));
}
