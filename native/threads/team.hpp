// Threads that work together: an exception in one of them ends the work of all.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "setlab/types.hpp"

namespace setlab {

// Work was ended from outside: by another thread that failed, or on request.
class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "the work was interrupted"; }
};

// Sets the function by which check_interrupt asks, in the thread that was called, whether the user wants the
// work to end; the function throws if so. It is called at most every 20 ms.
void ask_for_interrupts(void (*ask)());

// The threads of one call. The first, the caller, asks the user; the others ask the team.
class Team {
  public:
    explicit Team(u32 threads) : working_(threads) {}

    // Calls work() as one of the threads; an exception soon ends the others.
    template <class Work>
    void join_in(bool is_caller, const Work& work) noexcept {
        const Membership membership(*this, is_caller);
        try {
            work();
        } catch (...) {
            fail(std::current_exception());
        }
        leave(1);
    }

    // Notes that some of the threads have ended, or never began.
    void leave(u32 threads);

    // Waits for all threads, as the caller.
    void wait() noexcept;

    // Throws the exception of the thread that failed first, if any.
    void throw_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

    bool is_ended() const { return ended_.load(std::memory_order_relaxed); }

  private:
    // While it lives, check_interrupt in this thread obeys the team.
    class Membership {
      public:
        Membership(const Team& team, bool is_caller);
        ~Membership();
        Membership(const Membership&) = delete;
        Membership& operator=(const Membership&) = delete;

      private:
        const Team* outer_;
        bool outer_asks_;
    };

    void fail(std::exception_ptr failure);

    std::atomic<bool> ended_{false};
    std::mutex mutex_;
    std::condition_variable left_;
    u32 working_;
    std::exception_ptr failure_;
};

}  // namespace setlab
