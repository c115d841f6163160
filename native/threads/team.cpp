#include "threads/team.hpp"

#include <chrono>
#include <utility>

#include "threads/interrupt.hpp"

namespace setlab {
namespace {

using Clock = std::chrono::steady_clock;

// Asking takes Python's lock, for which a thread may have to wait.
constexpr std::chrono::milliseconds between_questions{20};

std::atomic<void (*)()> ask_user{nullptr};

// The team of a thread. A thread outside any team was called from outside, and asks.
thread_local const Team* team = nullptr;
thread_local bool asks = true;
thread_local Clock::time_point last_asked{};

}  // namespace

void ask_for_interrupts(void (*ask)()) { ask_user = ask; }

void check_interrupt() {
    if (team != nullptr && team->is_ended()) throw Interrupted();
    if (!asks) return;
    const Clock::time_point now = Clock::now();
    if (now - last_asked < between_questions) return;
    last_asked = now;
    if (void (*const ask)() = ask_user) ask();
}

Team::Membership::Membership(const Team& joined, bool is_caller)
    : outer_(std::exchange(team, &joined)), outer_asks_(std::exchange(asks, asks && is_caller)) {}

Team::Membership::~Membership() {
    team = outer_;
    asks = outer_asks_;
}

void Team::leave(u32 threads) {
    const std::lock_guard lock(mutex_);
    working_ -= threads;
    left_.notify_one();
}

void Team::wait() noexcept {
    std::unique_lock lock(mutex_);
    // Waiting by the steady clock would need glibc 2.30.
    const auto later = [] { return std::chrono::system_clock::now() + between_questions; };
    while (!left_.wait_until(lock, later(), [this] { return working_ == 0; })) {
        if (is_ended()) continue;
        lock.unlock();
        try {
            check_interrupt();
        } catch (...) {
            fail(std::current_exception());
        }
        lock.lock();
    }
}

void Team::fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    ended_ = true;
}

}  // namespace setlab
