// The engines for whole games, put together for one instruction set.
#pragma once

#include "games/scalar_games.hpp"
#if defined(__AVX2__)
#include "games/lane_games.hpp"
#endif

namespace setlab {
inline namespace SETLAB_TARGET {

// The usual way to construct an object in given memory needs a header of the standard library.
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

template <class T>
struct Type {
    using type = T;
};

// Calls act(Type<Games>) with the class that plays such games.
template <class Act>
SETLAB_INLINE auto with_games(const EndgamePlan& plan, Act&& act) {
#if defined(__AVX2__)
    if (LaneGames::can_play(plan)) return act(Type<LaneGames>());
#endif
    const bool masks = plan.rules.table <= most_mask_table;
    if (plan.dimension == 6) return act(Type<ScalarGames<6, AnyTable<6>>>());
    if (plan.dimension == 5 && masks) return act(Type<ScalarGames<5, MaskList<u64>>>());
    if (plan.dimension == 5) return act(Type<ScalarGames<5, AnyTable<5>>>());
    // A deck with fewer properties is a part of the usual one.
    if (masks && plan.always) return act(Type<ScalarGames<4, MaskList<u64>>>());
    if (masks) return act(Type<ScalarGames<4, MaskList<u32>>>());
    return act(Type<ScalarGames<4, AnyTable<4>>>());
}

struct EndgameForTarget {
    static u64 scratch_bytes(const EndgamePlan& plan) {
        return with_games(plan, [](auto games) -> u64 { return sizeof(typename decltype(games)::type); });
    }

    static void prepare(const EndgamePlan& plan, void* scratch) {
        with_games(plan, [&](auto games) { new (InPlace{scratch}) typename decltype(games)::type(plan); });
    }

    static void play(const EndgamePlan& plan, u64 first, u32 size, void* scratch,
                     const EndgameResults& results, const Looks& looks) {
        with_games(plan, [&](auto games) {
            static_cast<typename decltype(games)::type*>(scratch)->play(first, size, results, looks);
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
