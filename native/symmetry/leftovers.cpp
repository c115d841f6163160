#include "symmetry/leftovers.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "geometry/affine.hpp"
#include "setlab/bits.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
namespace {

constexpr u32 cards_dealt = 3;

class Search {
  public:
    explicit Search(u32 size) : size_(size) {}

    GameGraph run(const GameState& start) {
        number_of(start);
        graph_.offsets.push_back(0);
        for (u32 number = 0; number < graph_.classes.size(); ++number) {
            check_interrupt();
            next_.clear();
            play(graph_.classes[number]);
            count_next();
            graph_.offsets.push_back(graph_.children.size());
        }
        return std::move(graph_);
    }

  private:
    // The number of the class of a state; a class that is new gets the next one.
    u32 number_of(const GameState& state) {
        const u64 image = canonical_key(state.position), key = image | u64{state.due} << key_bits;
        const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<u32>(graph_.classes.size()));
        if (is_new) graph_.classes.push_back({position_of(image), state.due});
        return entry->second;
    }

    // The rule of the game: deal what is due, or fill the table, or take a SET, or deal for want of one.
    void play(const GameState state) {
        const u32 undealt = count_bits(state.position.undealt);
        const bool looks = state.due == 0 && (undealt == 0 || count_bits(state.position.table) >= size_);
        if (looks && take(state.position)) return;
        if (undealt != 0) deal(state.position, state.due != 0 ? state.due : std::min(cards_dealt, undealt));
    }

    bool take(Position position) {
        for (const u32 line : lines_) {
            if ((line & ~position.table) == 0)
                next_.push_back(number_of({{position.table ^ line, position.undealt}, 0}));
        }
        return !next_.empty();
    }

    // One card, any of the undealt ones. Dealing card by card saves work, since after one or two cards most
    // states coincide up to symmetry.
    void deal(Position position, u32 due) {
        for (u32 rest = position.undealt; rest != 0; rest &= rest - 1) {
            const u32 card = rest & (~rest + 1);
            next_.push_back(number_of({{position.table | card, position.undealt ^ card}, due - 1}));
        }
    }

    void count_next() {
        std::sort(next_.begin(), next_.end());
        for (u64 i = 0; i < next_.size(); ++i) {
            if (i == 0 || next_[i] != next_[i - 1]) {
                graph_.children.push_back(next_[i]);
                graph_.ways.push_back(0);
            }
            ++graph_.ways.back();
        }
    }

    const std::vector<u32> lines_ = all_line_masks(3);
    const u32 size_;
    GameGraph graph_;
    std::unordered_map<u64, u32> numbers_;
    std::vector<u32> next_;
};

}  // namespace

GameGraph game_graph(const GameState& start, u32 size) { return Search(size).run(start); }

}  // namespace setlab
