// The engines for whole games, put together for one instruction set.
#pragma once

#include "scalar_games.hpp"
#if defined(__AVX2__)
#include "lane_games.hpp"
#endif

namespace setlab {
inline namespace SETLAB_TARGET {

// Without an unused name for it, the language has no placement new that needs no header.
struct InPlace {
    void* memory;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab

inline void* operator new(decltype(sizeof 0), const setlab::InPlace& place) noexcept { return place.memory; }

namespace setlab {
inline namespace SETLAB_TARGET {

// Tables of up to so many cards have their SETs in masks. With more cards there are so many SETs that a
// sorted list is better. A table without a SET has 20 cards at most in dimension 4 and 45 in dimension 5; it
// may grow by three more, which fit into 32 and 64 places.
constexpr u32 most_mask_table = 24;

// Calls act(type) with a null pointer to the class that plays such games.
template <class Act>
SETLAB_INLINE auto with_games(const EndgamePlan& plan, Act&& act) {
#if defined(__AVX2__)
    if (LaneGames::can_play(plan)) return act(static_cast<LaneGames*>(nullptr));
#endif
    const bool masks = plan.rules.table <= most_mask_table;
    if (plan.dimension == 6) return act(static_cast<ScalarGames<6, AnyTable<6>>*>(nullptr));
    if (plan.dimension == 5 && masks) return act(static_cast<ScalarGames<5, MaskList<u64>>*>(nullptr));
    if (plan.dimension == 5) return act(static_cast<ScalarGames<5, AnyTable<5>>*>(nullptr));
    // A deck with fewer properties is a part of the usual one.
    if (masks) return act(static_cast<ScalarGames<4, MaskList<u32>>*>(nullptr));
    return act(static_cast<ScalarGames<4, AnyTable<4>>*>(nullptr));
}

struct EndgameForTarget {
    static u64 scratch_bytes(const EndgamePlan& plan) {
        return with_games(plan, [](auto* type) -> u64 { return sizeof *type; });
    }

    static void prepare(const EndgamePlan& plan, void* scratch) {
        with_games(plan, [&](auto* type) {
            using Games = decltype(type);
            construct(static_cast<Games>(scratch), plan);
        });
    }

    template <class Games>
    static void construct(Games* games, const EndgamePlan& plan) {
        new (InPlace{games}) Games(plan);
    }

    static void play(const EndgamePlan& plan, u64 first, u32 size, void* scratch,
                     const EndgameResults& results, const Looks& looks) {
        with_games(plan, [&](auto* type) {
            using Games = decltype(type);
            static_cast<Games>(scratch)->play(first, size, results, looks);
        });
    }

#if defined(__AVX2__)
    static constexpr u32 games = LaneGames::games;
#else
    static constexpr u32 games = 512;
#endif
    static constexpr EndgameKernel kernel{games, scratch_bytes, prepare, play};
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
