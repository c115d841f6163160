#include "games/engines.hpp"

#include <algorithm>

#include "deals/draw_bounds.hpp"
#include "games/general_games.hpp"
#include "setlab/reflections.hpp"

namespace setlab {
namespace {

// The plan for three values, together with the memory it points to.
class PlanForThree {
  public:
    explicit PlanForThree(const EndgameSpec& spec) : bounds_(static_cast<u32>(spec.deck.size())) {
        const u32 size = static_cast<u32>(spec.deck.size());
        byte_card_.resize(std::max<u32>(128, size));
        for (u32 rank = 0; rank < size; ++rank) {
            packed_.push_back(static_cast<u16>(packed(spec.deck[rank])));
            byte_card_[rank] = byte_card(spec.deck[rank]);
        }
        plan_ = {spec.seed,
                 spec.dimension,
                 size,
                 packed_.data(),
                 byte_card_.data(),
                 spec.rules,
                 first_choice(spec),
                 choice_width(spec),
                 bounds_.bounds(),
                 bounds_.remainders(),
                 spec.count_sets};
    }
    PlanForThree(const PlanForThree&) = delete;
    const EndgamePlan& plan() const { return plan_; }

  private:
    // As in card_lanes.hpp, for four properties at most.
    static u8 byte_card(u32 card) {
        u32 byte = 0;
        for (u32 p = 0; p < 4; ++p, card /= 3) byte |= (card % 3 + 1) << (2 * p);
        return static_cast<u8>(byte);
    }

    std::vector<u16> packed_;
    std::vector<u8> byte_card_;
    DrawBounds bounds_;
    EndgamePlan plan_;
};

}  // namespace

SetSums::~SetSums() = default;
GameEngine::~GameEngine() = default;

std::function<std::unique_ptr<GameEngine>()> game_engines(const EndgameSpec& spec, Isa isa) {
    switch (spec.values) {
        case 2:
            return [&spec] { return std::make_unique<GeneralGames<2>>(spec); };
        case 4:
            return [&spec] { return std::make_unique<GeneralGames<4>>(spec); };
        case 5:
            return [&spec] { return std::make_unique<GeneralGames<5>>(spec); };
        default:
            const auto plan = std::make_shared<const PlanForThree>(spec);
            return [plan, isa] { return make_engine<GameEngine>(isa_for_bytes(isa), plan->plan()); };
    }
}

}  // namespace setlab
