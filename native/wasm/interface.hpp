// The engines in a browser: functions of numbers and addresses that check their input, return a fault or 0,
// and leave their answers as arrays. src/setlab/web/static/js/core.js calls them; nothing here throws.
//
// A caller asks for memory, writes the input there, calls, and reads the answers, which stay until the next
// call.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "setlab/types.hpp"

#define SETLAB_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace setlab {

// Why a call was refused; core.js has a sentence for each.
enum Fault : i32 {
    none,
    bad_dimension,
    bad_width,
    bad_bound,
    bad_range,  // the last trial is 2^64 - 1
    too_many,
    bad_cards,
    bad_rules,
    bad_player,
    bad_weights,
    bad_handle,
    bad_move,
    bad_board,
    bad_position,
};

// The most numbers in one answer.
constexpr u64 most_numbers = u64{1} << 25;

using Bytes = std::vector<u8>;

// The arrays of the last call.
inline std::vector<Bytes> answers;

template <class T>
void answer(const T* data, u64 size) {
    Bytes bytes(size * sizeof(T));
    if (size != 0) std::memcpy(bytes.data(), data, bytes.size());
    answers.push_back(std::move(bytes));
}

template <class T>
void answer(const std::vector<T>& numbers) {
    answer(numbers.data(), numbers.size());
}

inline bool fits(u64 first, u64 trials) { return trials == 0 || first <= ~u64{0} - (trials - 1); }

// Whether cards are below `most`, each at most once; `seen` also knows those of earlier calls.
inline bool are_cards(std::span<const u8> cards, std::vector<bool>& seen) {
    for (const u8 card : cards) {
        if (card >= seen.size() || seen[card]) return false;
        seen[card] = true;
    }
    return true;
}

// Engines that are kept between calls, by their numbers.
template <class Engine>
class Kept {
  public:
    i32 keep(std::unique_ptr<Engine> engine) {
        for (u32 i = 0; i < kept_.size(); ++i) {
            if (kept_[i] != nullptr) continue;
            kept_[i] = std::move(engine);
            return static_cast<i32>(i);
        }
        kept_.push_back(std::move(engine));
        return static_cast<i32>(kept_.size() - 1);
    }
    Engine* find(u32 number) const { return number < kept_.size() ? kept_[number].get() : nullptr; }
    void drop(u32 number) {
        if (number < kept_.size()) kept_[number].reset();
    }

  private:
    std::vector<std::unique_ptr<Engine>> kept_;
};

}  // namespace setlab
