#include "geometry/sections.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "geometry/affine.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
namespace {

constexpr u32 most_cards = 27;
constexpr u32 steps_at_once = 1 << 16;

i32 lines_within(const std::vector<u32>& lines, u32 mask) {
    i32 count = 0;
    for (const u32 line : lines) count += (mask & line) == line;
    return count;
}

// A map of cards, applied to masks by three tables of nine bits each.
class MaskMap {
  public:
    template <class Map>
    MaskMap(u32 cards, const Map& map) {
        for (u32 part = 0; part < 3; ++part) {
            for (u32 bits = 0; bits < 512; ++bits) {
                u32 image = 0;
                for (u32 i = 0; i < 9 && 9 * part + i < cards; ++i) {
                    if (bits >> i & 1) image |= 1u << map(9 * part + i);
                }
                image_[part][bits] = image;
            }
        }
    }
    u32 operator()(u32 mask) const {
        return image_[0][mask & 511] | image_[1][mask >> 9 & 511] | image_[2][mask >> 18];
    }

  private:
    std::array<std::array<u32, 512>, 3> image_;
};

// Translations by the unit vectors; for the affine group one translation, the cyclic shift of the
// coordinates, the negation of the last coordinate, and the addition of the last but one to the last.
std::vector<MaskMap> generators(int dimension, Symmetry symmetry) {
    const u32 cards = cards_in(dimension), first_unit = cards / 3;
    std::vector<MaskMap> maps;
    if (symmetry == Symmetry::translations) {
        for (u32 unit = 1; unit < cards; unit *= 3) {
            maps.emplace_back(cards, [=](u32 card) { return sum_of(card, unit); });
        }
        return maps;
    }
    maps.emplace_back(cards, [](u32 card) { return sum_of(card, 1); });
    maps.emplace_back(cards, [](u32 card) { return card - card % 3 + (3 - card % 3) % 3; });
    if (dimension == 1) return maps;
    maps.emplace_back(cards, [=](u32 card) { return card % first_unit * 3 + card / first_unit; });
    maps.emplace_back(cards, [](u32 card) { return card - card % 3 + (card % 3 + card / 3 % 3) % 3; });
    return maps;
}

// One bit for every mask.
class Seen {
  public:
    explicit Seen(u32 cards) : words_((u64{1} << cards) / 64 + 1) {}
    bool add(u32 mask) {
        u64& word = words_[mask >> 6];
        const u64 bit = u64{1} << (mask & 63);
        if (word & bit) return false;
        word |= bit;
        return true;
    }

  private:
    std::vector<u64> words_;
};

// The next larger mask with as many bits (Gosper).
u32 next_of_same_size(u32 mask) {
    const u32 lowest = mask & -mask, ripple = mask + lowest;
    return ((ripple ^ mask) >> 2) / lowest | ripple;
}

// The lines through a card, each as the mask of its two other cards.
std::vector<std::vector<u32>> partners_of_cards(int dimension) {
    std::vector<std::vector<u32>> partners(cards_in(dimension));
    for (const u32 line : all_line_masks(dimension)) {
        for (u32 rest = line; rest != 0; rest &= rest - 1) {
            partners[static_cast<u32>(__builtin_ctz(rest))].push_back(line & ~(rest & -rest));
        }
    }
    return partners;
}

using Weights = std::array<u32, most_cards + 1>;

// Counts bits by additions within a word: compilers turn this loop into vector code.
void count_common(const Weights& images, u32 mask, Weights& common) {
    for (u32 z = 0; z < most_cards + 1; ++z) {
        u32 x = images[z] & mask;
        x -= x >> 1 & 0x55555555u;
        x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu;
        x += x >> 8;
        common[z] = (x + (x >> 16)) & 63;
    }
}

i32 sum_of_smallest(const Weights& weights, u32 cards, u32 number) {
    std::array<u8, most_cards + 1> having{};
    for (u32 z = 0; z < cards; ++z) ++having[weights[z]];
    u32 total = 0;
    for (u32 value = 0; number > 0; ++value) {
        const u32 taken = std::min<u32>(number, having[value]);
        total += taken * value;
        number -= taken;
    }
    return static_cast<i32>(total);
}

// The third section with the least weight plus lines, by trying the cards of small weight first.
class ThirdSection {
  public:
    ThirdSection(const std::vector<std::vector<u32>>& partners, const Weights& weights, i32 limit)
        : partners_(partners), weights_(weights), best_(limit + 1) {
        for (u32 z = 0; z < partners.size(); ++z) order_[z] = z;
        std::stable_sort(order_.begin(), order_.begin() + partners.size(),
                         [&](u32 a, u32 b) { return weights[a] < weights[b]; });
    }
    void choose(u32 from, u32 number, u32 mask, i32 lines) {
        if (number == 0) {
            if (lines < best_) best_ = lines, mask_ = mask;
            return;
        }
        for (u32 i = from; i + number <= partners_.size(); ++i) {
            i32 at_least = lines;
            for (u32 k = 0; k < number; ++k) at_least += static_cast<i32>(weights_[order_[i + k]]);
            if (at_least >= best_) return;
            const u32 z = order_[i];
            i32 closed = static_cast<i32>(weights_[z]);
            for (const u32 pair : partners_[z]) closed += (mask & pair) == pair;
            choose(i + 1, number - 1, mask | 1u << z, lines + closed);
        }
    }
    i32 lines() const { return best_; }
    u32 mask() const { return mask_; }

  private:
    const std::vector<std::vector<u32>>& partners_;
    const Weights& weights_;
    std::array<u32, most_cards + 1> order_{};
    i32 best_;
    u32 mask_ = 0;
};

}  // namespace

SubsetOrbits subset_orbits(int dimension, u32 size, Symmetry symmetry) {
    const u32 cards = cards_in(dimension);
    if (size == 0) return {{0}, {1}};
    const std::vector<MaskMap> maps = generators(dimension, symmetry);
    Seen seen(cards);
    SubsetOrbits orbits;
    std::vector<u32> waiting;
    u64 members = 0;
    for (u32 mask = (1u << size) - 1; mask < 1u << cards; mask = next_of_same_size(mask)) {
        if (!seen.add(mask)) continue;
        u32 found = 0;
        waiting.push_back(mask);
        while (!waiting.empty()) {
            const u32 member = waiting.back();
            waiting.pop_back();
            ++found;
            if (++members % 4096 == 0) check_interrupt();
            for (const MaskMap& map : maps) {
                const u32 image = map(member);
                if (seen.add(image)) waiting.push_back(image);
            }
        }
        orbits.representatives.push_back(mask);
        orbits.sizes.push_back(found);
    }
    return orbits;
}

LineExtremes line_extremes(int dimension) {
    const u32 cards = cards_in(dimension);
    const std::vector<std::vector<u32>> partners = partners_of_cards(dimension);
    LineExtremes extremes{std::vector<i32>(cards + 1, static_cast<i32>(lines_in(dimension))),
                          std::vector<i32>(cards + 1, 0), std::vector<u32>(cards + 1),
                          std::vector<u32>(cards + 1)};
    u32 mask = 0, size = 0;
    i32 lines = 0;
    extremes.fewest[0] = 0;
    for (u32 step = 1; step < 1u << cards;) {
        check_interrupt();
        for (const u32 end = std::min(step + steps_at_once, 1u << cards); step < end; ++step) {
            const u32 card = static_cast<u32>(__builtin_ctz(step));  // a Gray code: one card comes or goes
            i32 through = 0;
            for (const u32 pair : partners[card]) through += (mask & pair) == pair;
            const bool goes = mask >> card & 1;
            mask ^= 1u << card;
            size = goes ? size - 1 : size + 1;
            lines = goes ? lines - through : lines + through;
            if (lines < extremes.fewest[size] || extremes.fewest_in[size] == 0) {
                extremes.fewest[size] = lines, extremes.fewest_in[size] = mask;
            }
            if (lines > extremes.most[size] || extremes.most_in[size] == 0) {
                extremes.most[size] = lines, extremes.most_in[size] = mask;
            }
        }
    }
    return extremes;
}

ThreeSections fewest_lines_over(int dimension, Masks27 first, Masks27 second, u32 third, i32 limit) {
    const u32 cards = cards_in(dimension);
    const std::vector<u32> lines = all_line_masks(dimension);
    const std::vector<std::vector<u32>> partners = partners_of_cards(dimension);
    std::vector<MaskMap> reflections;  // reflection z takes y to the card x with x + y + z = 0
    for (u32 z = 0; z < cards; ++z) {
        reflections.emplace_back(cards, [=](u32 y) { return setlab::third(y, z); });
    }
    std::vector<std::pair<i32, u32>> firsts;
    for (u64 i = 0; i < first.size; ++i)
        firsts.emplace_back(lines_within(lines, first.masks[i]), first.masks[i]);
    std::stable_sort(firsts.begin(), firsts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    ThreeSections best;
    u64 pairs = 0;
    for (u64 j = 0; j < second.size; ++j) {
        const u32 second_mask = second.masks[j];
        const i32 second_lines = lines_within(lines, second_mask);
        Weights images{}, common{};
        for (u32 z = 0; z < cards; ++z) images[z] = reflections[z](second_mask);
        for (const auto& [first_lines, first_mask] : firsts) {
            const i32 left = limit - first_lines - second_lines;
            if (left < 0) break;
            if (++pairs % 256 == 0) check_interrupt();
            count_common(images, first_mask, common);
            if (sum_of_smallest(common, cards, third) > left) continue;
            ThirdSection section(partners, common, left);
            section.choose(0, third, 0, 0);
            if (section.lines() > left) continue;
            best = {first_lines + second_lines + section.lines(), first_mask, second_mask, section.mask()};
            limit = best.lines - 1;
        }
    }
    return best;
}

}  // namespace setlab
