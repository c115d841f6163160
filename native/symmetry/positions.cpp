// The canonical image of a position. The method: every card gets a number that no symmetry can change; the
// cards are put into classes by it, small classes first; a frame is a point, a second one, a third that is
// not on their line, a fourth that is not in their plane, each from the first class that has such a point. A
// frame is taken to 0, 1, 3, 9 by exactly one symmetry. Of all images that the frames give, the one with the
// least key is the canonical one. A symmetry takes the frames of one position to the frames of the other, so
// that the least image is the same; and two positions with the same image are images of each other, whatever
// the numbers are.
#include "symmetry/positions.hpp"

#include <algorithm>

#include "geometry/affine.hpp"
#include "setlab/bits.hpp"

namespace setlab {
namespace {

using Numbers = std::array<u64, position_cards>;

const std::vector<Line>& lines() {
    static const std::vector<Line> all = all_lines(3);
    return all;
}

u64 mixed(u64 x) {
    x = (x ^ (x >> 31)) * 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9;
    return x ^ (x >> 32);
}

std::array<u8, position_cards> colours_of(Position position) {
    std::array<u8, position_cards> colours;
    for (u32 card = 0; card < position_cards; ++card)
        colours[card] = static_cast<u8>((position.table >> card & 1) | ((position.undealt >> card & 1) << 1));
    return colours;
}

// The number of a card depends on its colour, and on how often each pair of numbers completes a line through
// it.
Numbers refined(const Numbers& old) {
    Numbers parts, sums{};
    for (u32 card = 0; card < position_cards; ++card) parts[card] = mixed(old[card]);
    for (const auto& [a, b, c] : lines()) {
        sums[a] += mixed(parts[b] + parts[c]);
        sums[b] += mixed(parts[a] + parts[c]);
        sums[c] += mixed(parts[a] + parts[b]);
    }
    for (u32 card = 0; card < position_cards; ++card) sums[card] += 3 * parts[card];
    return sums;
}

// The same for the colours themselves: counts of four bits for those pairs of colours that determine the
// rest.
Numbers first_numbers(const std::array<u8, position_cards>& colours) {
    constexpr u64 weight[3][3] = {{0, 0, 0}, {0, 1 << 4, 1 << 8}, {0, 1 << 8, 1 << 12}};
    Numbers sums;
    for (u32 card = 0; card < position_cards; ++card) sums[card] = colours[card];
    for (const auto& [a, b, c] : lines()) {
        const u32 x = colours[a], y = colours[b], z = colours[c];
        sums[a] += weight[y][z];
        sums[b] += weight[x][z];
        sums[c] += weight[x][y];
    }
    return sums;
}

// The cards with equal numbers as masks, the smallest class first.
struct Classes {
    std::array<u32, position_cards> masks;
    u32 size = 0;

    explicit Classes(const Numbers& numbers) {
        std::array<u64, position_cards> values;
        for (u32 card = 0; card < position_cards; ++card) add(values, numbers[card], 1u << card);
        for (u32 i = 1; i < size; ++i) {
            for (u32 j = i; j > 0 && before(values, j, j - 1); --j) {
                std::swap(values[j], values[j - 1]);
                std::swap(masks[j], masks[j - 1]);
            }
        }
    }

    // The cards of the first class that has any outside; some card must be outside.
    u32 first_outside(u32 inside) const {
        u32 i = 0;
        while ((masks[i] & ~inside) == 0) ++i;
        return masks[i] & ~inside;
    }

  private:
    void add(std::array<u64, position_cards>& values, u64 number, u32 bit) {
        u32 i = 0;
        while (i < size && values[i] != number) ++i;
        if (i == size) {
            values[size] = number;
            masks[size++] = 0;
        }
        masks[i] |= bit;
    }

    bool before(const std::array<u64, position_cards>& values, u32 i, u32 j) const {
        const u32 x = count_bits(masks[i]), y = count_bits(masks[j]);
        return x < y || (x == y && values[i] < values[j]);
    }
};

template <class Visit>
void for_each_bit(u32 mask, const Visit& visit) {
    for (; mask != 0; mask &= mask - 1) visit(lowest_bit(mask));
}

// Frames by depth-first search. `image` has the points that are taken to 0, 1, 2, ...; a frame whose first
// line or plane already has a greater key than the best is abandoned at once.
class LeastImage {
  public:
    LeastImage(const std::array<u8, position_cards>& colours, const Classes& classes)
        : colours_(colours), classes_(classes) {}

    u64 find() {
        for_each_bit(classes_.first_outside(0), [&](u32 point) {
            image_[0] = point;
            grow<1>(0);
        });
        return best_;
    }

  private:
    // From the first `size` points of the image to three times as many, by every point that is allowed.
    template <u32 size>
    void grow(u64 key) {
        if constexpr (size == position_cards) {
            best_ = std::min(best_, key);
        } else {
            u32 inside = 0;
            for (u32 i = 0; i < size; ++i) inside |= 1u << image_[i];
            for_each_bit(classes_.first_outside(inside), [&](u32 point) {
                shift<size>(point);
                const u64 grown = key_of_image<3 * size>();
                if (grown <= best_ >> 2 * (position_cards - 3 * size)) grow<3 * size>(grown);
            });
        }
    }

    // third(third(x, p), o) is x + p - o, and its third with x is x - p + o.
    template <u32 size>
    void shift(u32 point) {
        for (u32 i = 0; i < size; ++i) {
            const u32 x = image_[i], y = space_.third[space_.third[x][point]][image_[0]];
            image_[size + i] = y;
            image_[2 * size + i] = space_.third[x][y];
        }
    }

    template <u32 size>
    u64 key_of_image() const {
        u64 key = 0;
        for (u32 i = 0; i < size; ++i) key = key << 2 | colours_[image_[i]];
        return key;
    }

    const Affine<3>& space_ = Affine<3>::get();
    const std::array<u8, position_cards>& colours_;
    const Classes& classes_;
    std::array<u32, position_cards> image_{};
    u64 best_ = ~u64{0} >> (64 - key_bits);
};

}  // namespace

Position position_of(u64 key) {
    Position position{};
    for (u32 card = 0; card < position_cards; ++card) {
        const u32 colour = key >> 2 * (position_cards - 1 - card) & 3;
        position.table |= (colour & 1) << card;
        position.undealt |= (colour >> 1) << card;
    }
    return position;
}

u64 canonical_key(Position position) {
    const std::array<u8, position_cards> colours = colours_of(position);
    const Classes classes(refined(first_numbers(colours)));
    return LeastImage(colours, classes).find();
}

}  // namespace setlab
