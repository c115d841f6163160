#include "solitaire/engine.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "threads/parallel.hpp"

namespace setlab {
namespace {

const SolitaireKernel& kernel_for(Isa isa) {
#ifdef SETLAB_X86
    if (isa == Isa::avx512) return solitaire_avx512;
    if (isa == Isa::avx2) return solitaire_avx2;
#endif
    (void)isa;
    return solitaire_plain;
}

struct Release {
    static constexpr std::align_val_t alignment{64};
    void operator()(void* memory) const { ::operator delete(memory, alignment); }
};

class Player {
  public:
    Player(const SolitaireKernel& kernel, const SolitaireSpec& spec)
        : memory_(::operator new(kernel.scratch_bytes(), Release::alignment)) {
        kernel.prepare(spec, memory_.get());
    }
    void* get() const { return memory_.get(); }

  private:
    std::unique_ptr<void, Release> memory_;
};

// A game may take a second: pieces are small, so that no thread waits for long.
u64 games_in_piece(u64 games) { return std::clamp<u64>(games / 64, 1, 16); }

// Calls work(kernel, player, offset, games) for pieces of the games.
template <class Work>
void for_games(const SolitaireSpec& spec, u64 games, u32 threads, Isa isa, const Work& work) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const u64 step = games_in_piece(games), pieces = games / step + (games % step != 0);
    const u32 workers = thread_count(threads, pieces);
    std::vector<Player> players;
    for (u32 i = 0; i < workers; ++i) players.emplace_back(kernel, spec);
    for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
        const u64 start = piece * step, size = std::min(step, games - start);
        work(kernel, players[worker].get(), start, static_cast<u32>(size));
    });
}

// More slots than nodes, a power of two.
u64 slots_for(u64 nodes) {
    u64 slots = 64;
    while (slots < 2 * nodes) slots *= 2;
    return slots;
}

constexpr u64 moves_in_game = 3 * solitaire_most_turns;

}  // namespace

void play_solitaire(const SolitaireSpec& spec, u64 first, u64 games, u32 threads, Isa isa, SolitaireRow* rows,
                    u8* moves) {
    for_games(spec, games, threads, isa,
              [&](const SolitaireKernel& kernel, void* player, u64 start, u32 size) {
                  kernel.play(first + start, size, player, rows + start,
                              moves == nullptr ? nullptr : moves + moves_in_game * start);
              });
}

void play_solitaire_order(const SolitaireSpec& spec, const u8* order, u64 game, Isa isa, SolitaireRow& row,
                          u8* moves) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const Player player(kernel, spec);
    kernel.play_order(order, game, player.get(), row, moves);
}

u32 judge_solitaire(const SolitaireSpec& spec, const SolitairePosition& position, Isa isa, u8* lines,
                    i64* values, i32* kind) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const Player player(kernel, spec);
    return kernel.judge(position, player.get(), lines, values, kind);
}

u64 list_partitions(const u64* mask, u64 most, Isa isa, u8* rows) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const Player player(kernel, SolitaireSpec{});
    return kernel.partitions(mask, most, player.get(), rows);
}

void search_solitaire(u64 seed, u64 first, u64 games, u64 nodes, u32 threads, Isa isa, ClairvoyantRow* rows,
                      u8* moves) {
    const u64 slots = slots_for(nodes);
    std::vector<std::unique_ptr<u64[]>> memory(thread_count(threads, games));
    for (auto& words : memory) words = std::make_unique<u64[]>(2 * slots);
    const SolitaireKernel& kernel = kernel_for(isa);
    std::vector<Player> players;
    for (u64 i = 0; i < memory.size(); ++i) players.emplace_back(kernel, SolitaireSpec{});
    for_each_piece(games, static_cast<u32>(memory.size()), [&](u64 game, u32 worker) {
        u8 order[solitaire_cards];
        kernel.shuffle(seed, first + game, order);
        u64 visited = 0;
        rows[game].answer = kernel.clairvoyant(order, nodes, players[worker].get(), memory[worker].get(),
                                               slots, moves + moves_in_game * game, &visited);
        rows[game].visited = static_cast<i64>(visited);
    });
}

void search_solitaire_order(const u8* order, u64 nodes, Isa isa, ClairvoyantRow& row, u8* moves) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const u64 slots = slots_for(nodes);
    const auto memory = std::make_unique<u64[]>(2 * slots);
    const Player player(kernel, SolitaireSpec{});
    u64 visited = 0;
    row.answer = kernel.clairvoyant(order, nodes, player.get(), memory.get(), slots, moves, &visited);
    row.visited = static_cast<i64>(visited);
}

void log_solitaire_sums(const SolitaireSpec& spec, u64 first, u64 games, u32 threads, Isa isa,
                        SolitaireSum* rows) {
    for_games(spec, games, threads, isa,
              [&](const SolitaireKernel& kernel, void* player, u64 start, u32 size) {
                  kernel.sums(first + start, size, player, rows + solitaire_stages * start);
              });
}

void sample_solitaire(const SolitaireSpec& spec, u64 first, u64 games, u32 undealt, u32 deals, u32 threads,
                      Isa isa, SolitaireSample* rows) {
    for_games(spec, games, threads, isa,
              [&](const SolitaireKernel& kernel, void* player, u64 start, u32 size) {
                  kernel.sample(first + start, size, undealt, deals, player, rows + 2 * start);
              });
}

void bound_solitaire(const SolitaireSpec& spec, const BoundSpec& bound, u64 first, u64 games, u32 threads,
                     Isa isa, BoundRow* rows) {
    const SolitaireKernel& kernel = kernel_for(isa);
    const u32 workers = thread_count(threads, games);
    std::vector<Player> players;
    std::vector<std::unique_ptr<void, Release>> memory;
    for (u32 i = 0; i < workers; ++i) {
        players.emplace_back(kernel, spec);
        memory.emplace_back(::operator new(kernel.bound_bytes(), Release::alignment));
        kernel.bound_prepare(memory.back().get());
    }
    for_each_piece(games, workers, [&](u64 game, u32 worker) {
        kernel.bound(bound, first + game, 1, players[worker].get(), memory[worker].get(), rows + game);
    });
}

}  // namespace setlab
