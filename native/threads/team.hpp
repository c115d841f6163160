// Threads that work together: what one of them throws ends the work of all.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "setlab/types.hpp"

namespace setlab {

// Work was ended by somebody else: by another thread that failed, or on request.
class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "the work was interrupted"; }
};

// How check_interrupt asks, in the thread that was called, whether the user wants the work to end: by a
// function that throws then. It is asked for every 20 ms at the most; before it is set, nobody is asked.
void ask_for_interrupts(void (*ask)());

// The threads of one call. The first, the caller, asks the user; the others look at what the team knows.
class Team {
  public:
    explicit Team(u32 threads) : working_(threads) {}

    // Calls work() as one of the threads; what it throws ends the others soon.
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

    // So many of the threads never began.
    void leave(u32 threads);

    // Waits for all threads, as the caller.
    void wait() noexcept;

    // Throws what the thread threw that failed first, if one did.
    void throw_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

    bool is_ended() const { return ended_.load(std::memory_order_relaxed); }

  private:
    // While it lives, check_interrupt in this thread is about the team.
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
