#include "planes/sections.hpp"

#include <algorithm>

#include "threads/interrupt.hpp"

namespace setlab {
namespace {

u32 line_through(const PlaneSpace& space, u32 card, u32 step) {
    const u32 second = space.sum(card, step);
    return u32{1} << card | u32{1} << second | u32{1} << space.sum(second, step);
}

}  // namespace

SectionFinder::SectionFinder(int dimension) : layer_(dimension - 1) {
    for (u32 step = 1; step < layer_.cards; ++step) {
        if (layer_.sum(step, step) < step) continue;  // step and -step make the same lines
        std::vector<u32> lines;
        for (u32 card = 0; card < layer_.cards; ++card) {
            const u32 line = line_through(layer_, card, step);
            if (lowest_bit(line) == card) lines.push_back(line);
        }
        parallel_lines_.push_back(std::move(lines));
    }
}

void SectionFinder::gather_targets(u32 first, u32 second) {
    targets_.clear();
    for (const Cards plane : layer_.planes) targets_.push_back(static_cast<u32>(plane));
    for (const std::vector<u32>& lines : parallel_lines_) {
        u32 wanted = 0;  // the lowest cards of the lines that must be met
        for (const u32 one : lines) {
            if ((one & first) != 0) continue;
            for (const u32 other : lines) {
                if ((other & second) != 0) continue;
                // The three lines of a plane add up to their direction: the third is minus the sum of the
                // others.
                const u32 sum = layer_.sum(lowest_bit(one), lowest_bit(other));
                wanted |= u32{1} << layer_.difference(0, sum);
            }
        }
        for (const u32 line : lines) {
            if ((line & wanted) != 0) targets_.push_back(line);
        }
    }
}

// Every section is found once: after a card of the target has been tried, it is refused.
void SectionFinder::extend(u32 chosen, u32 refused, u32 left) {
    if (++looked_at_ % 1024 == 0) check_interrupt();
    u32 smallest = 0, fewest = 99, covered = 0, apart = 0;
    for (const u32 target : targets_) {
        if ((target & chosen) != 0) continue;
        const u32 choice = target & ~refused;
        const u32 number = count_bits(choice);
        if (number < fewest) {
            fewest = number;
            smallest = choice;
        }
        if ((choice & covered) == 0) {  // targets without common cards need a card each
            covered |= choice;
            ++apart;
        }
    }
    if (fewest == 0 || apart > left) return;
    if (apart == 0) {
        const u32 all = (u32{1} << layer_.cards) - 1;
        fill_up(chosen, all & ~chosen & ~refused, left);
        return;
    }
    for (; smallest != 0; smallest &= smallest - 1) {
        const u32 card = smallest & -smallest;
        extend(chosen | card, refused, left - 1);
        refused |= card;
    }
}

void SectionFinder::fill_up(u32 chosen, u32 free, u32 left) {
    if (left == 0) {
        found_->push_back(chosen);
        return;
    }
    while (count_bits(free) >= left) {
        const u32 card = free & -free;
        free ^= card;
        fill_up(chosen | card, free, left - 1);
    }
}

void SectionFinder::list(u32 first, u32 second, u32 size, std::vector<u32>& found) {
    gather_targets(first, second);
    found_ = &found;
    extend(0, 0, size);
}

}  // namespace setlab
