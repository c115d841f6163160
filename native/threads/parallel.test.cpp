#include "threads/parallel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace setlab;

TEST_CASE("every piece is done once, by a worker with a valid number") {
    for (const u32 workers : {1u, 2u, 5u}) {
        for (const u64 pieces : {0u, 1u, 3u, 1000u}) {
            std::vector<std::atomic<int>> done(pieces);
            for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
                if (worker >= workers) throw std::logic_error("a worker too many");
                ++done[piece];
            });
            for (const auto& times : done) REQUIRE(times == 1);
        }
    }
}

TEST_CASE("no more workers than pieces") {
    CHECK(thread_count(4, 0) == 1);
    CHECK(thread_count(4, 3) == 3);
    CHECK(thread_count(4, 100) == 4);
    CHECK(thread_count(0, 1000000) == std::max(1u, std::thread::hardware_concurrency()));
}

TEST_CASE("an exception comes out of every worker, with its type and text") {
    for (const u32 workers : {1u, 2u, 4u}) {
        for (u32 failing = 0; failing < workers; ++failing) {
            CAPTURE(workers);
            CAPTURE(failing);
            std::atomic<u32> waiting{0};
            // All workers hold a piece when one of them throws.
            const auto work = [&](u64, u32 worker) {
                ++waiting;
                while (waiting < workers) std::this_thread::yield();
                if (worker == failing) throw std::out_of_range("piece of " + std::to_string(worker));
            };
            const std::string text = "piece of " + std::to_string(failing);
            CHECK_THROWS_WITH_AS(for_each_piece(workers, workers, work), text.c_str(), std::out_of_range);
        }
    }
}

TEST_CASE("after an exception no further piece is begun") {
    std::atomic<u64> begun{0};
    const auto work = [&](u64 piece, u32) {
        ++begun;
        if (piece == 10) throw std::runtime_error("stop");
    };
    CHECK_THROWS_AS(for_each_piece(1000000, 1, work), std::runtime_error);
    CHECK(begun == 11);
}

TEST_CASE("the other workers are told to end") {
    std::atomic<bool> was_told{false};
    std::atomic<u32> begun{0};
    const auto work = [&](u64 piece, u32) {
        ++begun;
        while (begun < 2) std::this_thread::yield();
        if (piece == 0) throw std::runtime_error("stop");
        try {
            for (;;) {
                check_interrupt();
                std::this_thread::yield();
            }
        } catch (const Interrupted&) {
            was_told = true;
            throw;
        }
    };
    CHECK_THROWS_WITH_AS(for_each_piece(2, 2, work), "stop", std::runtime_error);
    CHECK(was_told);
}

TEST_CASE("an exception passes through nested teams") {
    const auto inner = [](u64, u32) { throw std::domain_error("inner"); };
    const auto outer = [&](u64, u32) { for_each_piece(3, 2, inner); };
    CHECK_THROWS_WITH_AS(for_each_piece(3, 2, outer), "inner", std::domain_error);
}

TEST_CASE("a thread outside any team is not interrupted") { CHECK_NOTHROW(check_interrupt()); }

namespace {

struct Tool {
    int number;
    u32 block() const { return 7; }
};

}  // namespace

TEST_CASE("a engines has one engine per worker") {
    int made = 0;
    WorkerEngines<Tool> engines([&] { return std::make_unique<Tool>(Tool{made++}); });
    CHECK(made == 1);
    CHECK(engines.block() == 7);
    engines.grow(3);
    engines.grow(2);
    CHECK(made == 3);
    for (u32 worker = 0; worker < 3; ++worker) CHECK(engines[worker].number == static_cast<int>(worker));
}
