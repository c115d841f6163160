#include "games/scalar_games.hpp"
#if defined(__AVX2__)
#include "games/lane_games.hpp"
#endif

namespace setlab {
namespace {

// Tables of up to this many cards keep their SETs as masks. With more cards there are so many SETs that a
// sorted list is better. A table without a SET has at most 20 cards in dimension 4 and at most 45 in
// dimension 5; it may grow by three more, which fit into 32 and 64 slots.
constexpr u32 most_mask_table = 24;

template <Refill refill>
GameEngine* new_scalar(const EndgamePlan& plan) {
    const bool masks = plan.rules.table <= most_mask_table;
    if (plan.dimension == 6) return new ScalarGames<6, AnyTable<6>, refill>(plan);
    if (plan.dimension == 5 && masks) return new ScalarGames<5, MaskList<u64>, refill>(plan);
    if (plan.dimension == 5) return new ScalarGames<5, AnyTable<5>, refill>(plan);
    // A deck with fewer properties is a part of the usual one.
    if (masks && refill == Refill::always_three) return new ScalarGames<4, MaskList<u64>, refill>(plan);
    if (masks) return new ScalarGames<4, MaskList<u32>, refill>(plan);
    return new ScalarGames<4, AnyTable<4>, refill>(plan);
}

}  // namespace

template <>
GameEngine* new_engine<GameEngine, Isa::SETLAB_TARGET>(const EndgamePlan& plan) {
#if defined(__AVX2__)
    if (LaneGames::can_play(plan)) return new LaneGames(plan);
#endif
    return plan.rules.refill == Refill::always_three ? new_scalar<Refill::always_three>(plan)
                                                     : new_scalar<Refill::standard>(plan);
}

}  // namespace setlab
