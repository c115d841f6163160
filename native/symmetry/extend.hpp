// The numbers of lines in collections that consist of a representative and up to three more cards.
#pragma once

#include <algorithm>
#include <vector>

#include "symmetry/canonical.hpp"

namespace setlab {

__extension__ typedef unsigned __int128 u128;

// A free card p completes c(p) lines. Cards p, q, r together complete c(p) + c(q) + c(r), one more for every
// pair of them whose third card is in the collection, and one more if they are a line. Call such pairs edges
// of a graph. With x^c for c lines, a factor x for every edge is 1 + (x - 1): so the sum over all triples is
//     all triples + (x - 1) (edges with a third card, and free lines) + (x - 1)^2 paths + (x - 1)^3
//     triangles,
// and no triple has to be examined.
template <int d>
class LineExtension {
  public:
    LineExtension() : totals_(lines_in(d) + 1), pending_(lines_in(d) + 1) {
        for (u32 a = 0; a < columns; ++a) {
            for (u32 b = a + 1; b < columns; ++b) {
                const u32 c = setlab::third(a, b);
                if (c > b)
                    column_lines_.push_back({static_cast<u8>(a), static_cast<u8>(b), static_cast<u8>(c)});
            }
        }
    }

    void add(const u64* words, u64 size, int extra) {
        if (size != pending_size_ || pending_count_ == most_pending) flush();
        pending_size_ = size;
        ++pending_count_;
        const Marked<d> marked = Marked<d>::of(space_, words);
        u32 lines = 0;
        for (u32 i = 0; i < marked.size; ++i) lines += marked.mark[marked.card[i]] - Marked<d>::member;
        lines /= 3;
        if (extra == 0) {
            ++pending_[lines];
            return;
        }
        list_free_cards(marked);
        if (free_count_ < static_cast<u32>(extra)) return;
        const u32 degree = static_cast<u32>(extra) * most_ + (extra == 1 ? 0 : extra == 2 ? 1 : 3);
        i64 sum[terms];
        std::fill(sum, sum + degree + 1, 0);
        if (extra == 1)
            std::copy(single_, single_ + most_ + 1, sum);
        else if (extra == 2)
            sum_pairs(marked, sum);
        else
            sum_triples(marked, sum);
        for (u32 k = 0; k <= degree; ++k) {
            if (sum[k] != 0) pending_[lines + k] += static_cast<u64>(sum[k]);
        }
    }

    const std::vector<u128>& totals() {
        flush();
        return totals_;
    }

  private:
    static constexpr u32 cards = cards_in(d);
    static constexpr u32 columns = cards / 3;
    static constexpr u32 classes = (cards - 1) / 2 + 1;  // c(p) = 0 ... classes - 1
    static constexpr u32 few = 8;                        // classes that fit into the bytes of a word
    static constexpr u32 terms = 3 * classes + 4;
    static constexpr u16 not_free = 3 * classes;  // more than any sum of free cards
    static constexpr u64 most_pending = u64{1} << 20;

    struct Line {
        u8 a, b, c;
    };

    void flush() {
        if (pending_count_ != 0) {
            for (u64 k = 0; k < pending_.size(); ++k) totals_[k] += u128{pending_[k]} * pending_size_;
            std::fill(pending_.begin(), pending_.end(), 0);
        }
        pending_count_ = 0;
    }

    void list_free_cards(const Marked<d>& marked) {
        free_count_ = most_ = 0;
        for (u32 p = 0; p < cards; ++p) {
            weight_[p] = not_free;
            if (marked.mark[p] >= Marked<d>::member) continue;
            free_[free_count_++] = static_cast<u8>(p);
            weight_[p] = marked.mark[p];
            most_ = std::max<u32>(most_, marked.mark[p]);
        }
        std::fill(single_, single_ + most_ + 1, 0);
        for (u32 i = 0; i < free_count_; ++i) ++single_[weight_[free_[i]]];
    }

    // between_[a][b]: ordered edges from cards with c = a to cards with c = b. paths_: for every card the
    // square of the sum of x^c over its neighbours.
    void list_edges(const Marked<d>& marked, bool with_paths) {
        for (u32 a = 0; a <= most_; ++a) std::fill(between_[a], between_[a] + most_ + 1, 0);
        std::fill(paths_, paths_ + 3 * most_ + 1, 0);
        const bool fit_16_bits = free_count_ * marked.size * marked.size < 1u << 16;
        if (most_ < few && fit_16_bits)
            list_few_edges(marked);
        else
            list_many_edges(marked, with_paths);
    }

    void list_many_edges(const Marked<d>& marked, bool with_paths) {
        const u32 count = most_ + 1;
        for (u32 i = 0; i < free_count_; ++i) {
            const u32 p = free_[i];
            u32 near[classes];
            std::fill(near, near + count, 0);
            for (u32 j = 0; j < marked.size; ++j) {
                const u32 c = weight_[space_.third[p][marked.card[j]]];
                if (c != not_free) ++near[c];
            }
            for (u32 a = 0; a < count; ++a) {
                between_[weight_[p]][a] += near[a];
                if (near[a] == 0 || !with_paths) continue;
                i64* from = paths_ + weight_[p] + a;
                for (u32 b = 0; b < count; ++b) from[b] += near[a] * near[b];
            }
        }
    }

    // The same with the neighbours of a card counted in the bytes of one word.
    void list_few_edges(const Marked<d>& marked) {
        u64 unit[cards];
        for (u32 q = 0; q < cards; ++q) unit[q] = weight_[q] == not_free ? 0 : u64{1} << 8 * weight_[q];
        u16 squares[few][few][few];
        std::fill(&squares[0][0][0], &squares[most_][few - 1][few - 1] + 1, u16{0});
        for (u32 i = 0; i < free_count_; ++i) {
            const u8* third = space_.third[free_[i]];
            const u32 c = weight_[free_[i]];
            u64 packed = 0;
            for (u32 j = 0; j < marked.size; ++j) packed += unit[third[marked.card[j]]];
            u16 near[few];
            for (u32 a = 0; a < few; ++a) near[a] = static_cast<u16>(packed >> 8 * a & 255);
            for (u32 a = 0; a <= most_; ++a) {
                between_[c][a] += near[a];
                for (u32 b = 0; b < few; ++b)
                    squares[c][a][b] = static_cast<u16>(squares[c][a][b] + near[a] * near[b]);
            }
        }
        for (u32 c = 0; c <= most_; ++c) {
            for (u32 a = 0; a <= most_; ++a) {
                for (u32 b = 0; b <= most_; ++b) paths_[c + a + b] += squares[c][a][b];
            }
        }
    }

    void sum_pairs(const Marked<d>& marked, i64* sum) {
        list_edges(marked, false);
        const u32 count = most_ + 1;
        i64 edges[terms] = {};
        for (u32 a = 0; a < count; ++a) {
            for (u32 b = 0; b < count; ++b) {
                sum[a + b] += single_[a] * single_[b];
                edges[a + b] += between_[a][b];
            }
            sum[2 * a] -= single_[a];
        }
        for (u32 k = 0; k <= 2 * most_; ++k) {
            sum[k] /= 2;
            edges[k] /= 2;
        }
        add_times_x_less_1(sum, edges, 2 * most_, 1);
    }

    void sum_triples(const Marked<d>& marked, i64* sum) {
        list_edges(marked, true);
        const u32 count = most_ + 1, last = 3 * most_;
        i64 twice_edges[terms], bent[terms], once[terms], triangles[terms];
        for (i64* part : {twice_edges, bent, once, triangles}) std::fill(part, part + last + 1, 0);
        for (u32 a = 0; a < count; ++a) {
            for (u32 b = 0; b < count; ++b) {
                twice_edges[a + b] += between_[a][b];
                bent[2 * a + b] += between_[a][b];
            }
        }
        for (u32 k = 0; k <= 2 * most_; ++k) {
            for (u32 a = 0; a < count; ++a) once[k + a] += twice_edges[k] / 2 * single_[a];
        }
        add_free_lines(once);
        for (u32 k = 0; k <= last; ++k) {
            once[k] -= bent[k];
            paths_[k] = (paths_[k] - bent[k]) / 2;
        }
        add_triangles(marked, triangles);
        sum_all_triples(sum);
        add_times_x_less_1(sum, once, last, 1);
        add_times_x_less_1(sum, paths_, last, 2);
        add_times_x_less_1(sum, triangles, last, 3);
    }

    void sum_all_triples(i64* sum) const {
        const u32 count = most_ + 1;
        for (u32 a = 0; a < count; ++a) {
            const i64 n = single_[a];
            sum[3 * a] += n * (n - 1) * (n - 2) / 6;
            for (u32 b = 0; b < count; ++b) {
                if (b != a) sum[2 * a + b] += n * (n - 1) / 2 * single_[b];
            }
            for (u32 b = a + 1; b < count; ++b) {
                for (u32 c = b + 1; c < count; ++c) sum[a + b + c] += n * single_[b] * single_[c];
            }
        }
    }

    // Three histograms in turn, so that an addition need not wait for the previous one.
    struct Histograms {
        u32 of[3][3 * not_free + 1];
        explicit Histograms(u32 last) {
            for (u32* one : of) std::fill(one, one + last + 1, 0);
        }
        void count(u64 first, u64 second, u64 third) {
            ++of[0][first];
            ++of[1][second];
            ++of[2][third];
        }
        void add_to(i64* sum, u32 last) const {
            for (u32 k = 0; k <= last; ++k) sum[k] += i64{of[0][k]} + of[1][k] + of[2][k];
        }
    };

    // The weights of a column's three cards are one word. The nine lines in three columns that are a line of
    // AG(d-1,3) hold card a of one, a + s of the next and a - s of the last: three words to add for each s.
    void add_free_lines(i64* sum) const {
        constexpr int bits = 16;
        constexpr u64 field = (u64{1} << bits) - 1;
        u64 turned[columns][3];
        Histograms found(3 * most_);
        for (u32 column = 0; column < columns; ++column) {
            const u64 w[3] = {weight_[3 * column], weight_[3 * column + 1], weight_[3 * column + 2]};
            for (u32 s = 0; s < 3; ++s) {
                turned[column][s] = w[s] | w[(s + 1) % 3] << bits | w[(s + 2) % 3] << 2 * bits;
            }
            found.count(w[0] + w[1] + w[2], 3 * not_free, 3 * not_free);
        }
        for (const Line& line : column_lines_) {
            for (u32 s = 0; s < 3; ++s) {
                const u64 three = turned[line.a][0] + turned[line.b][s] + turned[line.c][(3 - s) % 3];
                found.count(three & field, three >> bits & field, three >> 2 * bits);
            }
        }
        found.add_to(sum, 3 * most_);
    }

    // The sides of a triangle have three members s, t, u as their third cards, and its corners are s + t - u,
    // t + u - s, u + s - t: so three members are one triangle, or none if one of these cards is not free.
    void add_triangles(const Marked<d>& marked, i64* sum) const {
        u32 found[2][3 * not_free + 1];
        for (u32* one : found) std::fill(one, one + 3 * most_ + 1, 0);
        for (u32 i = 2; i < marked.size; ++i) {
            const u8* third_s = space_.third[marked.card[i]];
            for (u32 j = 1; j < i; ++j) {
                const u8* third_t = space_.third[marked.card[j]];
                const u8* opposite = space_.third[third_s[marked.card[j]]];
                for (u32 k = 0; k < j; ++k) {
                    const u32 u = marked.card[k];
                    ++found[k & 1][weight_[opposite[u]] + weight_[third_s[third_t[u]]] +
                                   weight_[third_t[third_s[u]]]];
                }
            }
        }
        for (u32 k = 0; k <= 3 * most_; ++k) sum[k] += i64{found[0][k]} + found[1][k];
    }

    // sum += (x - 1)^power * other, where other has the degree `last`.
    static void add_times_x_less_1(i64* sum, const i64* other, u32 last, int power) {
        static constexpr i64 binomial[4][4] = {{1}, {-1, 1}, {1, -2, 1}, {-1, 3, -3, 1}};
        for (u32 k = 0; k <= last; ++k) {
            for (int j = 0; j <= power; ++j) sum[k + static_cast<u32>(j)] += binomial[power][j] * other[k];
        }
    }

    const Affine<d>& space_ = Affine<d>::get();
    std::vector<Line> column_lines_;
    std::vector<u128> totals_;
    std::vector<u64> pending_;
    u64 pending_size_ = 0, pending_count_ = 0;
    u32 free_count_ = 0, most_ = 0;
    u8 free_[cards];
    u16 weight_[cards];
    i64 single_[classes];
    u32 between_[classes][few > classes ? few : classes];
    i64 paths_[terms];
};

}  // namespace setlab
