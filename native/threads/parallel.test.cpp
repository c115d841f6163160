#include "threads/parallel.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace setlab;

TEST_CASE("every piece is done once, whatever the number of threads") {
    for (const u32 workers : {1u, 2u, 7u}) {
        std::vector<std::atomic<int>> done(1000);
        for_each_piece(done.size(), workers, [&](u64 piece, u32 worker) {
            CHECK(worker < workers);
            ++done[piece];
        });
        for (const auto& times : done) REQUIRE(times == 1);
    }
}

TEST_CASE("what a worker throws comes out, and no further piece begins") {
    for (const u32 workers : {1u, 2u, 7u}) {
        std::atomic<u64> begun{0};
        const auto work = [&](u64 piece, u32) {
            ++begun;
            if (piece == 5) throw std::runtime_error("piece 5");
        };
        CHECK_THROWS_WITH_AS(for_each_piece(1u << 30, workers, work), "piece 5", std::runtime_error);
        CHECK(begun < 1u << 30);
    }
}

TEST_CASE("no more threads than pieces") {
    CHECK(thread_count(4, 100) == 4);
    CHECK(thread_count(4, 3) == 3);
    CHECK(thread_count(4, 0) == 1);
    CHECK(thread_count(0, 100) >= 1);
}
