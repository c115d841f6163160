// Lists of partitions as bits of SETs, and how many undealt cards their SETs have, while cards are dealt and
// taken.
#pragma once

#include "solitaire/cover.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Partitions of the cards that remain; of the cards of the cover, `gone` have been taken since. Cards are
// bits by their ranks.
struct Partitions {
    const u64* list;
    u32 size;
    u64 hidden, gone;

    Partitions after(u64 dealt) const { return {list, size, hidden ^ dealt, gone}; }
};

// Writes at most `most` partitions of a cover: their number, and whether these are all.
struct Written {
    u32 size;
    bool complete;
};

template <u32 Words>
Written write_partitions(Cover& cover, u32 most, u64* to) {
    u32 size = 0;
    const bool complete = cover.search([&](u32, const u8* chosen, u32 number) {
        if (size == most) return false;
        u64* partition = to + u64{Words} * size++;
        for (u32 w = 0; w < Words; ++w) partition[w] = 0;
        for (u32 i = 0; i < number; ++i) partition[chosen[i] / 64] |= u64{1} << chosen[i] % 64;
        return true;
    });
    return {size, complete};
}

// Writes those of the partitions that have a SET, while there is room for them: `room` words.
template <u32 Words>
Written write_those_with(u32 line, const Partitions& from, u64 room, u64* to) {
    u32 size = 0;
    for (u32 p = 0; p < from.size; ++p) {
        if (u64{Words} * (size + 1) > room) return {size, false};
        const u64* partition = from.list + u64{Words} * p;
        if ((partition[line / 64] >> line % 64 & 1) == 0) continue;
        for (u32 w = 0; w < Words; ++w) to[u64{Words} * size + w] = partition[w];
        ++size;
    }
    return {size, true};
}

template <class Use>
void for_each_bit(u64 word, Use&& use) {
    for (; word != 0; word &= word - 1) use(lowest_bit(word));
}

// The SETs that remain, by the number of their undealt cards.
template <u32 Words>
struct ShownLines {
    u64 open[Words], one_hidden[Words], two_hidden[Words], three_hidden[Words];

    void add(u32 line, u64 mask, u64 hidden) {
        const u64 here = mask & hidden, less = here & (here - 1), least = less & (less - 1);
        u64* const to = here == 0 ? open : less == 0 ? one_hidden : least == 0 ? two_hidden : three_hidden;
        to[Words == 1 ? 0 : line / 64] |= u64{1} << line % 64;
    }

    bool has_open() const {
        u64 any = 0;
        for (const u64 word : open) any |= word;
        return any != 0;
    }

    // See Cover.
    u32 type_of(const u64* partition) const {
        u32 k0 = 0, k1 = 0, k2 = 0;
        for (u32 w = 0; w < Words; ++w) {
            k0 += count_bits(partition[w] & open[w]);
            k1 += count_bits(partition[w] & one_hidden[w]);
            k2 += count_bits(partition[w] & two_hidden[w]);
        }
        return k0 | k1 << 4 | k2 << 8;
    }

    template <class Use>
    static void for_each_line(const u64* lines, Use&& use) {
        for (u32 w = 0; w < Words; ++w) for_each_bit(lines[w], [&](u32 bit) { use(64 * w + bit); });
    }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
