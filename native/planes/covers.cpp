#include <algorithm>
#include <tuple>

#include "planes/unions.hpp"

namespace setlab {
namespace {

// Of two collections, one within the other, the larger may be omitted: for a family with the larger, adding
// or removing the smaller changes the sign but not the union. A collection that adds nothing makes the sum 0.
bool keep_smallest(std::vector<Cards>& parts) {
    std::sort(parts.begin(), parts.end(), [](Cards a, Cards b) {
        return std::make_tuple(size_of(a), a) < std::make_tuple(size_of(b), b);
    });
    if (!parts.empty() && parts[0] == 0) return false;
    std::vector<Cards> kept;
    for (const Cards part : parts) {
        if (std::none_of(kept.begin(), kept.end(), [=](Cards other) { return is_within(other, part); }))
            kept.push_back(part);
    }
    parts.swap(kept);
    return true;
}

// The remaining parts, without the cards of the one that was taken.
std::vector<Cards> without(const std::vector<Cards>& parts, Cards taken) {
    std::vector<Cards> rest;
    for (const Cards part : parts) {
        if (part != taken) rest.push_back(part & ~taken);
    }
    return rest;
}

// A part through the card that lies on the fewest parts, and their number.
std::tuple<Cards, u32> rarest_part(Cards whole, const std::vector<Cards>& parts) {
    Cards best = 0;
    u32 fewest = ~u32{0};
    for (Cards rest = whole; rest != 0; rest &= rest - 1) {
        const u32 card = lowest_card(rest);
        u32 number = 0;
        Cards last = 0;
        for (const Cards part : parts) {
            if (!holds(part, card)) continue;
            ++number;
            last = part;
        }
        if (number < fewest) std::tie(best, fewest) = std::make_tuple(last, number);
        if (fewest <= 1) break;
    }
    return {best, fewest};
}

}  // namespace

i64 signed_covers(Cards whole, std::vector<Cards> parts) {
    i64 sign = 1;
    for (;;) {
        if (!keep_smallest(parts)) return 0;
        if (whole == 0) return sign;
        const auto [part, number] = rarest_part(whole, parts);
        if (number == 0) return 0;
        std::vector<Cards> rest = without(parts, part);
        if (number > 1) {
            std::vector<Cards> refused = parts;
            std::erase(refused, part);
            return sign * (signed_covers(whole, std::move(refused)) - signed_covers(whole & ~part, rest));
        }
        sign = -sign;
        whole &= ~part;
        parts.swap(rest);
    }
}

}  // namespace setlab
