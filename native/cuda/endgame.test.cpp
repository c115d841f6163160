// The kernel of endgame.cu compiled for the CPU, as a block of one thread: its histograms are those of the
// core, with the SETs on every table that is searched.
#include "games/endgame.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#define __device__
#define __global__
#define __shared__
#define __launch_bounds__(threads)
#define SETLAB_DIMENSION 4
#define SETLAB_SLOTS 23
#define SETLAB_SETS 84
#define SETLAB_CHOICE random
#define SETLAB_REFILL standard
#define SETLAB_WIDTH 16
#define SETLAB_ROOM 200000
#define SETLAB_THREADS 1
#define SETLAB_COUNT_SETS 1

struct uint4 {
    unsigned x, y, z, w;
};
extern "C" uint4 memory[20000];  // declared again by the kernels, which are extern "C"
uint4 memory[20000];

namespace {

struct Number {
    unsigned x;
};
constexpr Number threadIdx{0}, blockIdx{0}, blockDim{1}, gridDim{1};

void __syncthreads() {}

template <class T>
T atomicAdd(T* to, T number) {
    const T before = *to;
    *to += number;
    return before;
}

}  // namespace

#include "cuda/endgame.cu"

namespace {

constexpr u32 games = 3000;
constexpr u64 seed = 5, first = (u64{1} << 32) - 1000;

struct Counted {
    std::vector<u64> totals;
    std::vector<u64> rare;
};

// `kept` entries are counted in the memory of the block, the others at once.
Counted play(u32 length, u32 kept) {
    static Moves moves;
    make_moves(&moves);
    std::vector<u16> cards;
    for (u32 card = 0; card < 81; ++card) cards.push_back(static_cast<u16>(packed(card)));
    const Experiment experiment{seed, &moves, cards.data(), 81, 81, 12, 88};
    Counted counted{std::vector<u64>(length), std::vector<u64>(games)};
    u32 rares = 0;
    play_games(&experiment, first, nullptr, &games, counted.totals.data(), kept, 1, 15, 18,
               counted.rare.data(), &rares, games);
    counted.rare.resize(rares);
    return counted;
}

EndgameTally tally_of_core() {
    std::vector<u16> deck(81);
    std::iota(deck.begin(), deck.end(), u16{0});
    const EndgameSpec spec{seed, 4, 3, deck, {81, 12, Choice::random, Refill::standard}, true};
    return tally_endgame(spec, first, games, {15, 18}, 1, Isa::plain);
}

}  // namespace

TEST_CASE("the kernel for any game counts as the core does") {
    REQUIRE(threads == 1);
    const GameCounts at{nullptr, nullptr, 82, 58, true, 0, {12, 4, SETLAB_SETS}};
    REQUIRE(at.length() == 8137);  // as in setlab.experiment.backends.gpu.games
    REQUIRE(block_bytes + 4 * at.length() <= sizeof memory);
    const EndgameTally tally = tally_of_core();
    for (const u32 kept : {at.squares(), at.first_sets(), 0u}) {
        const auto [totals, rare] = play(at.length(), kept);
        std::vector<u64> wanted(at.length());
        for (u32 cards = 0; cards < 82; ++cards) {
            wanted[cards] = static_cast<u64>(tally.searches[cards]);
            wanted[82 + cards] = static_cast<u64>(tally.no_set[cards]);
            wanted[164 + cards] = static_cast<u64>(tally.first_no_set[cards]);
        }
        for (u32 n = 0; n < 58; ++n) wanted[at.turns() + n] = static_cast<u64>(tally.turns[n]);
        for (u32 n = 0; n < 82 * 82; ++n) wanted[at.tables() + n] = static_cast<u64>(tally.joint[n]);
        for (u64 sets = 0; sets < tally.first_sets.size(); ++sets)
            wanted[at.first_sets() + sets] = static_cast<u64>(tally.first_sets[sets]);
        for (const TablesSeen& each : tally.seen) {
            const u64 entry =
                at.seen() + (static_cast<u64>(each.cards) - 12) / 3 * 85 + static_cast<u64>(each.sets);
            wanted[entry] = static_cast<u64>(each.searches);
            wanted[entry + 4 * 85] = static_cast<u64>(each.squares);
            wanted[entry + 8 * 85] = static_cast<u64>(each.products);
        }
        for (u32 size = 0; size < 4; ++size)
            wanted[at.squares() + size] = static_cast<u64>(tally.sum_squares[12 + 3 * size]);
        CHECK((totals == wanted));
        CHECK((rare == tally.rare));
    }
}
