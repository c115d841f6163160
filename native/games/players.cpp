#include "games/players.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "games/general_games.hpp"
#include "setlab/mirrors.hpp"

namespace setlab {
namespace {

const EndgameKernel& kernel_for(Isa isa) {
#ifdef SETLAB_X86
    if (isa == Isa::avx512 && has_avx512_for_bytes()) return endgame_avx512;
    if (isa != Isa::plain) return endgame_avx2;
#endif
    (void)isa;
    return endgame_plain;
}

u32 first_choice(const EndgameSpec& spec) { return (spec.rules.dealt + 7) / 8 * 8; }

int choice_width(const EndgameSpec& spec) {
    return count_sets(spec.dimension, spec.values) <= 65535 ? 16 : 32;
}

// The plan for three values, together with the memory it points to.
class PlanForThree {
  public:
    explicit PlanForThree(const EndgameSpec& spec) {
        const u32 size = static_cast<u32>(spec.deck.size());
        byte_card_.resize(std::max<u32>(128, size));
        for (u32 rank = 0; rank < size; ++rank) {
            spelt_.push_back(static_cast<u16>(spelt(spec.deck[rank])));
            byte_card_[rank] = byte_card(spec.deck[rank]);
        }
        for (u32 k = 0; k < size + 8; k += 2) {
            const u32 bound_0 = k < size ? size - k : 1, bound_1 = k + 1 < size ? size - k - 1 : 1;
            bounds_.push_back(bound_0 | bound_1 << 16);
            remainders_.push_back(65536 % bound_0 | 65536 % bound_1 << 16);
        }
        plan_ = {spec.seed,      spec.dimension,     size,
                 spelt_.data(),  byte_card_.data(),  spec.rules,
                 spec.always,    first_choice(spec), choice_width(spec),
                 bounds_.data(), remainders_.data()};
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

    std::vector<u16> spelt_;
    std::vector<u8> byte_card_;
    std::vector<u32> bounds_, remainders_;
    EndgamePlan plan_;
};

class PlayerForThree : public Player {
  public:
    PlayerForThree(const EndgameKernel& kernel, const EndgamePlan& plan)
        : kernel_(kernel), plan_(plan), memory_(::operator new(kernel.scratch_bytes(plan), alignment)) {
        kernel.prepare(plan, memory_.get());
    }
    void play(u64 first, u32 size, const EndgameResults& results, const Looks& looks) override {
        kernel_.play(plan_, first, size, memory_.get(), results, looks);
    }

  private:
    static constexpr std::align_val_t alignment{64};
    struct Release {
        void operator()(void* memory) const { ::operator delete(memory, alignment); }
    };
    const EndgameKernel& kernel_;
    const EndgamePlan& plan_;
    std::unique_ptr<void, Release> memory_;
};

template <u32 Values>
class GeneralPlayer : public Player {
  public:
    explicit GeneralPlayer(const GeneralPlan& plan) : games_(plan) {}
    void play(u64 first, u32 size, const EndgameResults& results, const Looks& looks) override {
        games_.play(first, size, results, looks);
    }

  private:
    GeneralGames<Values> games_;
};

Players players_for_three(const EndgameSpec& spec, Isa isa) {
    const EndgameKernel& kernel = kernel_for(isa);
    const auto plan = std::make_shared<const PlanForThree>(spec);
    // With more properties a game takes longer: a block should not take much more than a few milliseconds.
    const u32 block = spec.dimension <= 4 ? kernel.games : spec.dimension == 5 ? 128 : 16;
    return {block, [&kernel, plan] { return std::make_unique<PlayerForThree>(kernel, plan->plan()); }};
}

Players players_for_others(const EndgameSpec& spec) {
    const auto plan =
        std::make_shared<const GeneralPlan>(GeneralPlan{spec.seed, spec.dimension, spec.deck, spec.rules,
                                                        spec.always, first_choice(spec), choice_width(spec)});
    const int values = spec.values;
    return {16, [plan, values]() -> std::unique_ptr<Player> {
                if (values == 2) return std::make_unique<GeneralPlayer<2>>(*plan);
                if (values == 4) return std::make_unique<GeneralPlayer<4>>(*plan);
                return std::make_unique<GeneralPlayer<5>>(*plan);
            }};
}

}  // namespace

Players players_for(const EndgameSpec& spec, Isa isa) {
    return spec.values == 3 ? players_for_three(spec, isa) : players_for_others(spec);
}

}  // namespace setlab
