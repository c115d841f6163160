#include "solitaire/engine.hpp"

#include <algorithm>

#include "threads/parallel.hpp"

namespace setlab {
namespace {

constexpr u64 moves_in_game = 3 * solitaire_most_turns;

// Workers that are kept between calls; others that a call with many threads needs are released at its end.
constexpr u64 most_idle_workers = 4;

// A game may take a second: pieces are small, so that no thread waits for long.
u64 games_in_piece(u64 games) { return std::clamp<u64>(games / 64, 1, 16); }

// More slots than nodes, a power of two.
u64 slots_for(u64 nodes) {
    u64 slots = 64;
    while (slots < 2 * nodes) slots *= 2;
    return slots;
}

std::unique_ptr<SolitaireSearch> make_search(Isa isa) { return make_engine<SolitaireSearch>(isa, {}); }

}  // namespace

SolitaireWorker::~SolitaireWorker() = default;
SolitaireSearch::~SolitaireSearch() = default;

SolitaireEngine::Lease::Lease(SolitaireEngine& engine, u32 workers) : engine_(engine) {
    {
        const Lock alone(engine.mutex_);
        while (workers_.size() < workers && !engine.idle_.empty()) {
            workers_.push_back(std::move(engine.idle_.back()));
            engine.idle_.pop_back();
        }
    }
    while (workers_.size() < workers)
        workers_.push_back(make_engine<SolitaireWorker>(engine.isa_, engine.plan_));
}

SolitaireEngine::Lease::~Lease() {
    const Lock alone(engine_.mutex_);
    while (!workers_.empty() && engine_.idle_.size() < most_idle_workers) {
        engine_.idle_.push_back(std::move(workers_.back()));
        workers_.pop_back();
    }
}

// Calls work(worker, i) for every game i < games.
template <class Work>
void SolitaireEngine::for_games(u64 games, u64 games_in_piece, u32 threads, const Work& work) {
    const u64 pieces = games / games_in_piece + (games % games_in_piece != 0);
    const u32 workers = thread_count(threads, pieces);
    const Lease lease(*this, workers);
    for_each_piece(pieces, workers, [&](u64 piece, u32 worker) {
        const u64 start = piece * games_in_piece, end = std::min(start + games_in_piece, games);
        for (u64 i = start; i < end; ++i) work(lease[worker], i);
    });
}

void SolitaireEngine::play(u64 seed, u64 first, u64 games, u32 threads, SolitaireRow* rows, u8* moves) {
    for_games(games, games_in_piece(games), threads, [&](SolitaireWorker& worker, u64 i) {
        worker.play(seed, first + i, rows[i], moves == nullptr ? nullptr : moves + moves_in_game * i);
    });
}

u32 SolitaireEngine::judge(const SolitairePosition& position, u8* lines, i64* values, i32& kind) {
    return Lease(*this, 1)[0].judge(position, lines, values, kind);
}

void SolitaireEngine::log_sums(u64 seed, u64 first, u64 games, u32 threads, SolitaireSums* rows) {
    for_games(games, games_in_piece(games), threads,
              [&](SolitaireWorker& worker, u64 i) { worker.log_sums(seed, first + i, rows[i]); });
}

void SolitaireEngine::sample(u64 seed, u64 first, u64 games, u32 undealt, u32 deals, u32 threads,
                             SolitaireSample* rows) {
    for_games(games, games_in_piece(games), threads, [&](SolitaireWorker& worker, u64 i) {
        worker.sample(seed, first + i, undealt, deals, rows[i]);
    });
}

void SolitaireEngine::bound(const BoundSpec& spec, u64 seed, u64 first, u64 games, u32 threads,
                            BoundRow* rows) {
    for_games(games, 1, threads,
              [&](SolitaireWorker& worker, u64 i) { worker.bound(spec, seed, first + i, rows[i]); });
}

u64 list_partitions(const u64* mask, u64 most, Isa isa, u8* rows) {
    return make_search(isa)->partitions(mask, most, rows);
}

void search_solitaire(u64 seed, u64 first, u64 games, u64 nodes, u32 threads, Isa isa, i32* answers,
                      u8* moves) {
    const u64 slots = slots_for(nodes);
    const u32 workers = thread_count(threads, games);
    std::vector<std::unique_ptr<u64[]>> memory(workers);
    for (auto& words : memory) words = std::make_unique<u64[]>(2 * slots);
    std::vector<std::unique_ptr<SolitaireSearch>> searches(workers);
    for (auto& search : searches) search = make_search(isa);
    for_each_piece(games, workers, [&](u64 game, u32 worker) {
        u8 order[solitaire_cards];
        searches[worker]->shuffle(seed, first + game, order);
        answers[game] =
            searches[worker]->clear(order, nodes, memory[worker].get(), slots, moves + moves_in_game * game);
    });
}

i32 search_solitaire_order(const u8* order, u64 nodes, Isa isa, u8* moves) {
    const u64 slots = slots_for(nodes);
    const auto memory = std::make_unique<u64[]>(2 * slots);
    return make_search(isa)->clear(order, nodes, memory.get(), slots, moves);
}

}  // namespace setlab
