#include "solitaire/bound.hpp"
#include "solitaire/clairvoyant.hpp"
#include "solitaire/fitting.hpp"
#include "solitaire/player.hpp"
#include "solitaire/worker.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class Worker final : public SolitaireWorker {
  public:
    explicit Worker(const SolitairePlan& plan) : player_(plan) {}
    ~Worker() override { delete bound_; }

    void play(u64 seed, u64 game, SolitaireRow& row, u8* moves) override {
        player_.play(seed, game, row, moves);
    }

    u32 judge(const SolitairePosition& position, u8* to, i64* values, i32& kind) override {
        SolitaireTable table;
        table.start(position);
        LineCounts counts;
        counts.begin(table.where());
        TableLines lines;
        table.find_lines(lines);
        kind = static_cast<i32>(player_.judge(table, lines, counts, values));
        for (u32 k = 0; k < lines.size; ++k)
            for (u32 i = 0; i < 3; ++i) to[3 * k + i] = lines.line[k].card[i];
        return lines.size;
    }

    void log_sums(u64 seed, u64 game, SolitaireSums& row) override {
        setlab::log_sums(player_, seed, game, row);
    }

    void sample(u64 seed, u64 game, u32 undealt, u32 deals, SolitaireSample& row) override {
        sample_position(player_, seed, game, undealt, deals, row);
    }

    void bound(const BoundSpec& spec, u64 seed, u64 game, BoundRow& row) override {
        if (bound_ == nullptr) bound_ = new BoundSearch;
        bound_->search(spec, player_, seed, game, row);
    }

  private:
    SolitairePlayer player_;
    BoundSearch* bound_ = nullptr;  // made when a bound is asked for: it needs 24 MB of its own
};

class DeckSearch final : public SolitaireSearch {
  public:
    u64 partitions(const u64* mask, u64 most, u8* rows) override {
        u8 where[solitaire_cards];
        for (u32 c = 0; c < solitaire_cards; ++c) where[c] = mask[c / 64] >> c % 64 & 1;
        u64 number = 0;
        cover_.build(where);
        cover_.search([&](u32, const u8* chosen, u32 size) {
            if (number++ >= most) return true;
            for (u32 i = 0; i < size; ++i)
                for (const u8 card : cover_.card_line(chosen[i]).card) *rows++ = card;
            return true;
        });
        return number;
    }

    void shuffle(u64 seed, u64 game, u8* order) const override { shuffle_deck(seed, game, order); }

    i32 clear(const u8* order, u64 nodes, u64* memory, u64 slots, u8* moves) override {
        return Clairvoyant(order, nodes, cover_, memory, slots, moves).search();
    }

  private:
    Cover cover_;
};

}  // namespace SETLAB_TARGET

template <>
SolitaireWorker* new_engine<SolitaireWorker, Isa::SETLAB_TARGET>(const SolitairePlan& plan) {
    return new Worker(plan);
}

template <>
SolitaireSearch* new_engine<SolitaireSearch, Isa::SETLAB_TARGET>(const SolitaireSearch::Plan&) {
    return new DeckSearch;
}

}  // namespace setlab
