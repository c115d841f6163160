// Work in blocks on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "setlab/types.hpp"
#include "threads/interrupt.hpp"
#include "threads/team.hpp"

namespace setlab {

// 0 threads means all cores; more threads than pieces of work are never started.
inline u32 thread_count(u32 threads, u64 pieces) {
    const u64 wanted = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    return static_cast<u32>(std::max<u64>(1, std::min(wanted, pieces)));
}

// Calls work(piece, worker) once for every piece below `pieces`; worker < workers is the number of the
// thread. When a call throws, or the user interrupts, no further piece is begun, and the exception is thrown
// here.
template <class Work>
void for_each_piece(u64 pieces, u32 workers, const Work& work) {
    Team team(workers);
    std::atomic<u64> next{0};
    const auto loop = [&](u32 worker) {
        team.join_in(worker == 0, [&] {
            for (u64 piece = next++; piece < pieces; piece = next++) {
                check_interrupt();
                work(piece, worker);
            }
        });
    };
    std::vector<std::thread> others;
    others.reserve(workers);
    try {
        for (u32 worker = 1; worker < workers; ++worker) others.emplace_back(loop, worker);
    } catch (const std::system_error&) {
        // The system refuses more threads: those that started, and this one, do all the work.
        team.leave(workers - 1 - static_cast<u32>(others.size()));
    }
    loop(0);
    team.wait();
    for (std::thread& thread : others) thread.join();
    team.throw_failure();
}

// An engine for each worker, made by `make`. The first exists from the start: it knows the size of a block,
// on which the number of workers depends.
template <class Engine>
class WorkerEngines {
  public:
    using Make = std::function<std::unique_ptr<Engine>()>;

    explicit WorkerEngines(Make make) : make_(std::move(make)) { grow(1); }

    void grow(u32 workers) {
        while (engines_.size() < workers) engines_.push_back(make_());
    }
    Engine& operator[](u32 worker) const { return *engines_[worker]; }
    u32 block() const { return engines_[0]->block(); }

  private:
    Make make_;
    std::vector<std::unique_ptr<Engine>> engines_;
};

}  // namespace setlab
