// The strategies of anti-SET on AG(d,3), and advice: a move with its reason. src/setlab/antiset/strategies.py
// and advice.py define them; `best_move` is in judge.hpp.
#pragma once

#include <memory>
#include <utility>

#include "antiset/game.hpp"
#include "setlab/generator.hpp"

namespace setlab {

enum class AntisetStrategy : u32 {
    theorem7,
    theorem17,
    mirror,
    max_cap,
    random,
    forgetful,
    safe,
    perfect,
    advice
};

enum class ReasonCode : i32 {
    first,
    third,
    third_taken,
    centre,
    reflection,
    image_taken,
    cap,
    cap_played,
    flat,
    flats_played,
    chance,
    safe,
    seems,
    overlooked,
    doomed,
    wins,
    draws,
    loses,
};

// The numbers that a reason speaks of; -1 is none.
struct ReasonNumbers {
    i32 left = -1, size = -1, level = -1, round = -1;
};

struct MoveReason {
    ReasonCode code;
    Cards cards;
    ReasonNumbers numbers;
};

struct AntisetMove {
    int card;
    MoveReason why;
    std::vector<MoveReason> after;  // why the plan of the strategy has ended
};

// The largest caps of AG(d,3) for d = 0 ... 5, in ascending order: setlab.caps.constructions.
inline bool is_in_cap(int dimension, const int (&x)[6]) {
    switch (dimension) {
        case 1:
            return x[0] < 2;
        case 2:
            return x[0] < 2 && x[1] < 2;
        case 3:
            return x[2] == (x[0] * x[0] + x[1] * x[1]) % 3;
        case 4:
            return (x[0] * x[0] + x[1] * x[1] + x[2] * x[3]) % 3 == 0 && (x[0] | x[1] | x[2] | x[3]) != 0;
        default:
            break;
    }
    // a slice of Hill's cap in six dimensions: supported on a triple, or without a 0 and with an even number
    // of 2s
    int support = 0, twos = 0;
    for (int i = 0; i < 6; ++i) {
        support |= (x[i] != 0) << i;
        twos += x[i] == 2;
    }
    if (support == 63) return twos % 2 == 0;
    for (int i = 0; i < 5; ++i) {
        const int next = (i + 1) % 5, other = (i + 3) % 5;
        if (support == (1 << i | 1 << next | 1 << 5) || support == (1 << i | 1 << next | 1 << other))
            return true;
    }
    return false;
}

inline Cards largest_cap(int dimension) {
    int cards = 1;
    for (int i = 0; i < dimension; ++i) cards *= 3;
    Cards cap;
    for (int card = 0; card < cards; ++card) {
        int x[6] = {};
        for (int i = dimension, rest = card; i-- > 0; rest /= 3) x[i] = rest % 3;
        if (dimension == 5) x[5] = (7 - x[3] - x[4]) % 3;
        if (dimension == 0 || is_in_cap(dimension, x)) cap.push_back(card);
    }
    return cap;
}

// What all games on a board share.
struct AntisetBoards {
    explicit AntisetBoards(int dimension) : space(dimension) {
        for (int d = 0; d <= dimension; ++d) caps.push_back(largest_cap(d));
    }
    TernarySpace space;
    std::vector<Cards> caps;  // by dimension
};

// Chooses the moves of one trial of a seed: the draw of a move has its number.
class AntisetChooser {
  public:
    using Best = AntisetMove (*)(const AntisetGame&);

    AntisetChooser(const AntisetBoards& boards, u64 seed, u64 trial, Best best)
        : boards_(&boards), seed_(seed), trial_(trial), best_(best) {}

    AntisetMove move(AntisetStrategy strategy, const AntisetGame& game) const {
        switch (strategy) {
            case AntisetStrategy::theorem7:
                return theorem7(game);
            case AntisetStrategy::theorem17:
                return theorem17(game);
            case AntisetStrategy::mirror:
                return mirror(game);
            case AntisetStrategy::max_cap:
                return max_cap(game);
            case AntisetStrategy::random:
                return at_random(game);
            case AntisetStrategy::forgetful:
                return forget(game);
            case AntisetStrategy::safe:
                return stay_safe(game);
            case AntisetStrategy::perfect:
                return best_(game);
            case AntisetStrategy::advice:
                break;
        }
        return game.turn() == 0 ? advise_xavier(game) : advise_olivia(game);
    }

  private:
    static constexpr u32 overlooked = 3;  // one danger in so many is overlooked by `forgetful`

    u32 below(u64 k, u64 bound) const { return draw_below<32>(seed_, trial_, k, bound); }
    int pick(const AntisetGame& game, const Cards& cards) const {
        return cards[below(game.moves().size(), cards.size())];
    }
    static i32 size(const Cards& cards) { return static_cast<i32>(cards.size()); }

    AntisetMove stay_safe(const AntisetGame& game, std::vector<MoveReason> after = {}) const {
        if (const Cards safe = game.free(true); !safe.empty())
            return {pick(game, safe), {ReasonCode::safe, {}, {.left = size(safe)}}, std::move(after)};
        const int card = pick(game, game.free());
        return {card, {ReasonCode::doomed, with_block(game, card), {}}, std::move(after)};
    }

    static Cards with_block(const AntisetGame& game, int card) {
        Cards cards{card};
        if (const auto block = game.completes(card, game.turn()))
            cards.insert(cards.end(), block->begin(), block->end());
        return cards;
    }

    AntisetMove theorem7(const AntisetGame& game) const {
        if (game.moves().empty()) return {pick(game, game.free()), {ReasonCode::first, {}, {}}, {}};
        const int first = game.moves().front(), last = game.moves().back();
        const int third = game.space().third(first, last);
        if (game.owner(third) >= 0)
            return stay_safe(game, {{ReasonCode::third_taken, {third, first, last}, {}}});
        return {third, {ReasonCode::third, {third, first, last}, {}}, {}};
    }

    AntisetMove theorem17(const AntisetGame& game) const {
        const TernarySpace& space = game.space();
        const int first = game.moves().front();
        i32 steps = 0;
        for (int level = 0, unit = 1; level < space.dimension(); ++level, unit *= 3) {
            const int jump = space.add(first, unit);
            for (const int point : boards_->caps[level]) {
                const int card = space.add(jump, point);
                ++steps;
                if (game.owner(card) < 0 && !game.completes_one(card, game.turn()))
                    return {card, {ReasonCode::flat, {first}, {.level = level}}, {}};
            }
        }
        return stay_safe(game, {{ReasonCode::flats_played, {}, {.size = steps}}});
    }

    AntisetMove max_cap(const AntisetGame& game) const {
        const TernarySpace& space = game.space();
        const int first = game.moves().front();
        const Cards& cap = boards_->caps[space.dimension()];
        const int step = space.subtract(first, cap.front());
        Cards planned;
        for (const int point : cap) {
            const int card = space.add(point, step);
            if (game.owner(card) < 0 && !game.completes_one(card, game.turn())) planned.push_back(card);
        }
        if (planned.empty()) return stay_safe(game, {{ReasonCode::cap_played, {}, {.size = size(cap)}}});
        const ReasonNumbers numbers{.left = size(planned), .size = size(cap)};
        return {pick(game, planned), {ReasonCode::cap, {first}, numbers}, {}};
    }

    // For Xavier: there is no involution without a fixed point on an odd number of cards.
    AntisetMove mirror(const AntisetGame& game) const {
        if (game.moves().empty()) return {0, {ReasonCode::centre, {0}, {}}, {}};
        const int centre = game.moves().front(), last = game.moves().back();
        const int image = game.space().third(centre, last);
        if (game.owner(image) >= 0) return stay_safe(game, {{ReasonCode::image_taken, {last}, {}}});
        return {image, {ReasonCode::reflection, {image, last, centre}, {}}, {}};
    }

    AntisetMove at_random(const AntisetGame& game) const {
        const Cards free = game.free();
        return {pick(game, free), {ReasonCode::chance, {}, {.left = size(free)}}, {}};
    }

    AntisetMove forget(const AntisetGame& game) const {
        if (game.free(true).empty()) return stay_safe(game);
        const u64 first = u64(game.cards()) * (game.moves().size() + 1);
        Cards seeming;
        for (const int card : game.free())
            if (!game.completes_one(card, game.turn()) || below(first + card, overlooked) == 0)
                seeming.push_back(card);
        const int card = pick(game, seeming);
        if (!game.completes_one(card, game.turn()))
            return {card, {ReasonCode::seems, {}, {.left = size(seeming)}}, {}};
        return {card, {ReasonCode::overlooked, with_block(game, card), {}}, {}};
    }

    static bool is_solved(const AntisetGame& game) { return game.cards() <= 27; }

    AntisetMove advise_xavier(const AntisetGame& game) const {
        if (game.moves().empty()) return theorem7(game);
        for (const int centre : game.hand(0)) {
            const auto reply = reply_in(game, centre);
            if (!reply) continue;
            const auto [card, of] = *reply;
            if (centre == game.moves().front())
                return {card, {ReasonCode::third, {card, centre, of}, {}}, {}};
            return {card, {ReasonCode::reflection, {card, of, centre}, {}}, {}};
        }
        return is_solved(game) ? best_(game) : stay_safe(game);
    }

    // The card that makes the position reflective in a centre, and Olivia's card that it reflects.
    static std::optional<std::pair<int, int>> reply_in(const AntisetGame& game, int centre) {
        std::optional<std::pair<int, int>> missing;
        int answered = 0;
        for (const int of : game.hand(1)) {
            const int image = game.space().third(centre, of);
            if (image != centre && game.owner(image) == 0) {
                ++answered;
            } else {
                if (missing) return std::nullopt;
                missing = {image, of};
            }
        }
        if (!missing || answered + 1 != static_cast<int>(game.hand(0).size()) ||
            game.owner(missing->first) >= 0)
            return std::nullopt;
        return missing;
    }

    AntisetMove advise_olivia(const AntisetGame& game) const {
        if (is_solved(game)) {
            AntisetMove best = best_(game);
            if (best.why.code == ReasonCode::wins) return best;
        }
        return theorem17(game);
    }

    const AntisetBoards* boards_;
    u64 seed_, trial_;
    Best best_;
};

}  // namespace setlab
