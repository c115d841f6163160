#include "symmetry/orbits.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "symmetry/children.hpp"
#include "symmetry/extend.hpp"
#include "symmetry/stabilizer.hpp"
#include "threads/parallel.hpp"

namespace setlab {
namespace {

constexpr u64 piece_size = 64;

// Calls ask(dimension as a constant).
template <class Ask>
auto in_dimension(int dimension, const Ask& ask) {
    switch (dimension) {
        case 2:
            return ask(std::integral_constant<int, 2>());
        case 3:
            return ask(std::integral_constant<int, 3>());
        case 4:
            return ask(std::integral_constant<int, 4>());
        default:
            return ask(std::integral_constant<int, 5>());
    }
}

u64 pieces_of(const Representatives& all) { return (all.count + piece_size - 1) / piece_size; }

// Calls treat(i, mask, worker) for the collections of all pieces.
template <class Treat>
void for_each_collection(const Representatives& all, u32 workers, const Treat& treat) {
    const u32 words = words_in(all.dimension);
    for_each_piece(pieces_of(all), workers, [&](u64 piece, u32 worker) {
        const u64 end = std::min(all.count, (piece + 1) * piece_size);
        for (u64 i = piece * piece_size; i < end; ++i) {
            check_interrupt();
            treat(i, all.masks + i * words, worker);
        }
    });
}

template <int d>
OrbitList joined(const std::vector<std::vector<Orbit<d>>>& pieces) {
    u64 count = 0;
    for (const auto& piece : pieces) count += piece.size();
    OrbitList list;
    list.masks.reserve(count * Mask<d>::words);
    list.sizes.reserve(count);
    for (const auto& piece : pieces) {
        for (const Orbit<d>& orbit : piece) {
            list.masks.insert(list.masks.end(), orbit.form.word, orbit.form.word + Mask<d>::words);
            list.sizes.push_back(orbit.size);
        }
    }
    return list;
}

// The collection or its complement, whichever has fewer cards: they have the same stabiliser, and fewer cards
// have fewer frames.
template <int d>
Marked<d> smaller_of(const u64* mask) {
    const Marked<d> marked = Marked<d>::of(Affine<d>::get(), mask);
    if (2 * marked.size <= cards_in(d)) return marked;
    Mask<d> others;
    for (u32 p = 0; p < cards_in(d); ++p) {
        if (marked.mark[p] < Marked<d>::member) others.put(p);
    }
    return Marked<d>::of(Affine<d>::get(), others.word);
}

}  // namespace

OrbitList next_orbits(const Representatives& parents, const u64* sizes, Family family, u32 threads) {
    return in_dimension(parents.dimension, [&](auto dimension) {
        constexpr int d = dimension;
        const u32 workers = thread_count(threads, pieces_of(parents));
        std::vector<Children<d>> children(workers, Children<d>(family));
        std::vector<std::vector<Orbit<d>>> pieces(pieces_of(parents));
        for_each_collection(parents, workers, [&](u64 i, const u64* mask, u32 worker) {
            children[worker].append(mask, sizes[i], pieces[i / piece_size]);
        });
        return joined<d>(pieces);
    });
}

void count_additions(const Representatives& collections, Family family, u32 threads, u64* counts) {
    in_dimension(collections.dimension, [&](auto dimension) {
        const Children<dimension> children(family);
        const u32 workers = thread_count(threads, pieces_of(collections));
        for_each_collection(collections, workers,
                            [&](u64 i, const u64* mask, u32) { counts[i] = children.count_additions(mask); });
    });
}

void count_ultrasets(const Representatives& collections, u32 threads, u64* counts) {
    in_dimension(collections.dimension, [&](auto dimension) {
        constexpr int d = dimension;
        const u32 workers = thread_count(threads, pieces_of(collections));
        for_each_collection(collections, workers, [&](u64 i, const u64* mask, u32) {
            const Marked<d> marked = Marked<d>::of(Affine<d>::get(), mask);
            counts[i] = 0;
            for (const u64 mark : marked.mark) {
                const u64 pairs = mark % Marked<d>::member;
                counts[i] += pairs * (pairs - 1) / 2;
            }
        });
    });
}

void canonical_forms(const Representatives& collections, u32 threads, u64* forms) {
    in_dimension(collections.dimension, [&](auto dimension) {
        constexpr int d = dimension;
        const u32 workers = thread_count(threads, pieces_of(collections));
        std::vector<Canonizer<d>> canonizers(workers);
        for_each_collection(collections, workers, [&](u64 i, const u64* mask, u32 worker) {
            const Mask<d> form = canonizers[worker].canonical(Marked<d>::of(Affine<d>::get(), mask));
            std::copy(form.word, form.word + Mask<d>::words, forms + i * Mask<d>::words);
        });
    });
}

void stabilizer_orders(const Representatives& collections, u32 threads, u64* orders) {
    in_dimension(collections.dimension, [&](auto dimension) {
        constexpr int d = dimension;
        const u32 workers = thread_count(threads, pieces_of(collections));
        std::vector<Stabilizer<d>> stabilizers(workers);
        for_each_collection(collections, workers, [&](u64 i, const u64* mask, u32 worker) {
            orders[i] = stabilizers[worker].order(smaller_of<d>(mask));
        });
    });
}

std::vector<Wide> extend_lines(const Representatives& representatives, const u64* sizes, int extra,
                               u32 threads) {
    return in_dimension(representatives.dimension, [&](auto dimension) {
        constexpr int d = dimension;
        const u32 workers = thread_count(threads, pieces_of(representatives));
        std::vector<LineExtension<d>> extensions(workers);
        for_each_collection(representatives, workers, [&](u64 i, const u64* mask, u32 worker) {
            extensions[worker].add(mask, sizes[i], extra);
        });
        std::vector<Wide> totals;
        for (u32 lines = 0; lines <= lines_in(d); ++lines) {
            u128 total = 0;
            for (LineExtension<d>& extension : extensions) total += extension.totals()[lines];
            totals.push_back({static_cast<u64>(total), static_cast<u64>(total >> 64)});
        }
        return totals;
    });
}

}  // namespace setlab
