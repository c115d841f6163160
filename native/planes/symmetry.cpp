// Colours: a card is distinguished by the sizes of the hyperplanes through it, then by the colours in them,
// and so on. A symmetry carries cards to cards of the same colour, so that few images of a frame are left to
// try.
#include "planes/symmetry.hpp"

#include <algorithm>

namespace setlab {
namespace {

u64 mixed(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

}  // namespace

void SymmetryFinder::look_at(Cards collection) {
    collection_ = collection;
    size_ = 0;
    for (Cards rest = collection; rest != 0; rest &= rest - 1)
        card_[size_++] = static_cast<u8>(lowest_card(rest));
    colour();
}

void SymmetryFinder::colour() {
    std::array<u64, 3 * most_directions> sizes{};
    for (u32 i = 0; i < size_; ++i) {
        for (u32 d = 0; d < space_.directions; ++d) ++sizes[space_.hyperplane[card_[i]][d]];
    }
    for (u32 h = 0; h < 3 * space_.directions; ++h) {
        const u32 first = h - h % 3;
        const u64 three = mixed(sizes[first] + 1) + mixed(sizes[first + 1] + 1) + mixed(sizes[first + 2] + 1);
        label_[h] = mixed(three + 7919 * (sizes[h] + 1));
    }
    for (u32 i = 0; i < size_; ++i) {
        u64 total = 0;
        for (u32 d = 0; d < space_.directions; ++d) total += label_[space_.hyperplane[card_[i]][d]];
        colour_[i] = mixed(total);
    }
    refine(colour_);
    for (u32 i = 0; i < size_; ++i) {
        cell_[i] = 0;
        for (u32 j = 0; j < size_; ++j) cell_[i] += colour_[j] == colour_[i];
    }
}

void SymmetryFinder::refine(Colours& colours) const {
    Labels met{};
    for (u32 i = 0; i < size_; ++i) {
        const u8* hyperplanes = space_.hyperplane[card_[i]];
        for (u32 d = 0; d < space_.directions; ++d) met[hyperplanes[d]] += colours[i];
    }
    for (u32 first = 0; first < 3 * space_.directions; first += 3) {
        const u64 three = mixed(met[first]) + mixed(met[first + 1]) + mixed(met[first + 2]);
        for (u32 h = first; h < first + 3; ++h) met[h] = mixed(met[h] + label_[h] + mixed(three));
    }
    for (u32 i = 0; i < size_; ++i) {
        const u8* hyperplanes = space_.hyperplane[card_[i]];
        u64 total = 0;
        for (u32 d = 0; d < space_.directions; ++d) total += met[hyperplanes[d]];
        colours[i] = mixed(total);
    }
}

u64 SymmetryFinder::summary(const Colours& colours) const {
    u64 total = 0;
    for (u32 i = 0; i < size_; ++i) total += mixed(colours[i]);
    return mixed(total);
}

// Each card that shares its colour with others is made different from them in turn.
u64 SymmetryFinder::hash() const {
    u64 total = summary(colour_) + size_;
    for (u32 i = 0; i < size_; ++i) {
        if (cell_[i] == 1) continue;
        Colours colours = colour_;
        colours[i] = mixed(colours[i] + 1);
        refine(colours);
        refine(colours);
        total += mixed(summary(colours) + colour_[i]);
    }
    return mixed(total);
}

// Cards of the collection that span its flat, the rarest colours first: their images determine an affine map
// of the flat.
u32 SymmetryFinder::choose_frame() {
    std::array<bool, most_plane_cards> spanned{};
    u32 flat_size = 0;
    frame_size_ = 0;
    for (;;) {
        u32 best = size_;
        for (u32 i = 0; i < size_; ++i) {
            if (spanned[card_[i]]) continue;
            if (best == size_ || cell_[i] < cell_[best] ||
                (cell_[i] == cell_[best] && colour_[i] < colour_[best]))
                best = i;
        }
        if (best == size_) return flat_size;
        frame_colour_[frame_size_++] = colour_[best];
        span_further(flat_.data(), flat_size, card_[best]);
        flat_size = flat_size == 0 ? 1 : 3 * flat_size;
        for (u32 j = 0; j < flat_size; ++j) spanned[flat_[j]] = true;
    }
}

// Extends a flat of `size` cards by one more card to the flat that they span.
void SymmetryFinder::span_further(u8* flat, u32 size, u32 card) const {
    if (size == 0) {
        flat[0] = static_cast<u8>(card);
        return;
    }
    const u32 step = space_.difference(card, flat[0]);
    for (u32 j = 0; j < size; ++j) {
        flat[size + j] = space_.sum(flat[j], step);
        flat[2 * size + j] = space_.sum(flat[size + j], step);
    }
}

u64 SymmetryFinder::count_images(u32 chosen) {
    if (chosen == frame_size_) return 1;
    u32 size = chosen == 0 ? 0 : 1;
    for (u32 k = 1; k < chosen; ++k) size *= 3;
    u64 images = 0;
    for (u32 i = 0; i < size_; ++i) {
        if (colour_[i] != frame_colour_[chosen]) continue;
        if (std::find(image_.begin(), image_.begin() + size, card_[i]) != image_.begin() + size) continue;
        span_further(image_.data(), size, card_[i]);
        bool fits = true;
        for (u32 j = size; j < (size == 0 ? 1 : 3 * size) && fits; ++j)
            fits = holds(collection_, image_[j]) == inside_[j];
        if (fits) images += count_images(chosen + 1);
    }
    return images;
}

u64 SymmetryFinder::stabiliser() {
    const u32 flat_size = choose_frame();
    for (u32 j = 0; j < flat_size; ++j) inside_[j] = holds(collection_, flat_[j]);
    u64 maps = count_images(0);
    // Every map of the flat onto itself has the same number of extensions to the whole space.
    u32 spanned = flat_size;
    if (spanned == 0) return space_.symmetries;
    for (; spanned < space_.cards; spanned *= 3) maps *= space_.cards - spanned;
    return maps;
}

}  // namespace setlab
