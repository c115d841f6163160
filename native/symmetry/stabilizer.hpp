// The order of the stabiliser of a collection in AGL(d,3). It shares neither colours nor search with the
// canonical forms, since it proves them.
#pragma once

#include "symmetry/canonical.hpp"

namespace setlab {

// One frame of the collection is fixed; every way to lay it on cards of the collection is a map of its flat,
// and those that take members to members, and others to others, are counted.
template <int d>
class Stabilizer {
  public:
    u64 order(const Marked<d>& marked) {
        if (marked.size == 0) return cards * maps_fixing(d, 0);
        marked_ = &marked;
        kinds_by_marks();
        choose_frame();
        found_ = 0;
        for (u32 i = 0; i < marked.size; ++i) {
            if (kind_[i] != frame_kind_[0]) continue;
            image_[0] = marked.card[i];
            extend(1, 1);
        }
        return found_ * maps_fixing(d, static_cast<int>(frame_size_) - 1);
    }

  private:
    static constexpr u32 cards = cards_in(d);

    // The kind of a member: a sum over the lines through it and another member.
    void kinds_by_marks() {
        for (u32 i = 0; i < marked_->size; ++i) {
            const u8* third = space_.third[marked_->card[i]];
            u32 total = 0;
            for (u32 j = 0; j < marked_->size; ++j) {
                const u32 mark = marked_->mark[third[marked_->card[j]]];
                total += mark * mark * (mark + 11);
            }
            kind_[i] = total;
        }
    }

    // Members outside the flat so far, of the rarest kind.
    void choose_frame() {
        u32 alike[cards];
        for (u32 i = 0; i < marked_->size; ++i) {
            alike[i] = 0;
            for (u32 j = 0; j < marked_->size; ++j) alike[i] += kind_[j] == kind_[i];
        }
        Mask<d> flat;
        u8 source[cards];
        u32 filled = 0;
        for (frame_size_ = 0; frame_size_ <= d; ++frame_size_) {
            u32 rarest = cards;
            for (u32 i = 0; i < marked_->size; ++i) {
                if (flat.has(marked_->card[i])) continue;
                if (rarest == cards || alike[i] < alike[rarest]) rarest = i;
            }
            if (rarest == cards || filled > cards / 3) break;
            frame_kind_[frame_size_] = kind_[rarest];
            const u32 card = marked_->card[rarest];
            if (frame_size_ == 0)
                source[0] = static_cast<u8>(card);
            else
                fill(source, filled, card);
            filled = frame_size_ == 0 ? 1 : 3 * filled;
            for (u32 j = 0; j < filled; ++j) flat.put(source[j]);
        }
        for (u32 j = 0; j < filled; ++j) inside_[j] = is_member(source[j]);
    }

    void extend(u32 chosen, u32 filled) {
        if (chosen == frame_size_ || filled > cards / 3) {
            ++found_;
            return;
        }
        for (u32 i = 0; i < marked_->size; ++i) {
            if (kind_[i] != frame_kind_[chosen] || is_image(marked_->card[i], filled)) continue;
            if (fits(filled, marked_->card[i])) extend(chosen + 1, 3 * filled);
        }
    }

    bool is_image(u32 card, u32 filled) const {
        for (u32 j = 0; j < filled; ++j) {
            if (image_[j] == card) return true;
        }
        return false;
    }

    bool fits(u32 filled, u32 card) {
        const u8* once = space_.sum[space_.sum[card][space_.minus[image_[0]]]];
        const u8* twice = space_.sum[space_.minus[once[0]]];
        for (u32 j = 0; j < filled; ++j) {
            const u8 near = once[image_[j]], far = twice[image_[j]];
            if (is_member(near) != inside_[filled + j] || is_member(far) != inside_[2 * filled + j])
                return false;
            image_[filled + j] = near;
            image_[2 * filled + j] = far;
        }
        return true;
    }

    void fill(u8* positions, u32 filled, u32 card) const {
        const u8* once = space_.sum[space_.sum[card][space_.minus[positions[0]]]];
        const u8* twice = space_.sum[space_.minus[once[0]]];
        for (u32 j = 0; j < filled; ++j) {
            positions[filled + j] = once[positions[j]];
            positions[2 * filled + j] = twice[positions[j]];
        }
    }

    bool is_member(u32 card) const { return marked_->mark[card] >= Marked<d>::member; }

    const Affine<d>& space_ = Affine<d>::get();
    const Marked<d>* marked_ = nullptr;
    u32 kind_[cards];
    u32 frame_kind_[d + 1];
    u32 frame_size_ = 0;
    bool inside_[cards];
    u8 image_[cards];
    u64 found_ = 0;
};

}  // namespace setlab
