// The pairs of slots whose third card lies behind them, game by game, and the pair of a given rank.
//
// The pairs are numbered in lexicographic order, which is the order of the SETs, since the first two slots of
// a SET determine the third. They are noted one after the other; then `counted` gives the number of hits, and
// `pair_of_rank` finds the hit of each lane's rank. A lane that has no hit gets the number behind the last
// pair.
#pragma once

#include "games/card_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Compares cards two at a time, and finds the lanes in which no pair was equal.
#if defined(__AVX512VBMI2__)

class Seeker {
  public:
    // Comparisons run on one port only. With `spread`, the least difference is kept instead, which takes one
    // more instruction, but on the other port.
    SETLAB_INLINE explicit Seeker(bool spread = false) : spread_(spread) {}

    SETLAB_INLINE void compare(Bytes a, Bytes b) {
        if (spread_) {
            least_ =
                started_
                    ? as<u8>(_mm512_maskz_min_epu8(~static_cast<u64>(0), machine(least_), machine(a ^ b)))
                    : a ^ b;
        } else {
            missing_ = started_ ? _mm512_mask_cmpneq_epi8_mask(missing_, machine(a), machine(b))
                                : _mm512_cmpneq_epi8_mask(machine(a), machine(b));
        }
        started_ = true;
    }
    SETLAB_INLINE Mask missing() const {
        return spread_ ? _mm512_test_epi8_mask(machine(least_), machine(least_)) : missing_;
    }

  private:
    bool spread_;
    bool started_ = false;
    Mask missing_ = 0;
    Bytes least_{};
};

// The masks of eight pairs are a matrix of bits, 8 x 64. Transposed, it has a byte per lane with a bit per
// pair.
template <u32 Size>
class Hits {
    // One more hit lies behind the last pair.
    static constexpr u32 groups = Size / 8 + 1;

  public:
    SETLAB_INLINE void note(u32 pair, const Seeker& seeker) { missing_[pair] = seeker.missing(); }

    class Counted {
      public:
        SETLAB_INLINE explicit Counted(const u64* missing) {
            alignas(64) static constexpr Gather gather{};
            const __m512i order = machine(load_bytes(gather.from));
            const __m512i units = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
            Bytes sum{};
            SETLAB_UNROLL(12)
            for (u32 g = 0; g < groups; ++g) {
                const __m512i rows = permuted(_mm512_loadu_si512(missing + 8 * g), order);
                // Each byte of `units` picks a column of the matrix; the constant 0xFF turns missing into
                // found.
                const __m512i found = _mm512_gf2p8affine_epi64_epi8(units, rows, 0xFF);
                bits_[g] = as<u8>(found);
                sum += as<u8>(_mm512_popcnt_epi8(found));
                upto_[g] = sum;
            }
        }

        SETLAB_INLINE Bytes total(const Constants& constant) const {
            return upto_[groups - 1] - constant.of[1];
        }

        // The pair whose hit has `rank` hits before it.
        SETLAB_INLINE Bytes pair_of_rank(Bytes rank, const Constants& constant) const {
            Bytes before{}, bits = bits_[0], pair{};
            SETLAB_UNROLL(12)
            for (u32 g = 0; g + 1 < groups; ++g) {
                const Mask beyond = at_least(rank, upto_[g]);
                before = choose(beyond, upto_[g], before);
                bits = choose(beyond, bits_[g + 1], bits);
                pair = as<u8>(
                    _mm512_mask_add_epi8(machine(pair), beyond, machine(pair), machine(constant.of[8])));
            }
            return pair + bit_of_rank(bits, rank - before, constant);
        }

      private:
        Bytes bits_[groups];
        Bytes upto_[groups];
    };

    Hits() {
        missing_[Size] = 0;
        for (u32 pair = Size + 1; pair < 8 * groups; ++pair) missing_[pair] = ~static_cast<u64>(0);
    }

    // To be called some time after the last pair was noted, when the masks have reached memory.
    SETLAB_INLINE Counted counted() const { return Counted(missing_); }

  private:
    // Byte b of row i goes to row 7 - i of matrix b: the instruction counts its rows from the end.
    struct Gather {
        u8 from[64] = {};
        constexpr Gather() {
            for (int b = 0; b < 8; ++b) {
                for (int i = 0; i < 8; ++i) from[8 * b + 7 - i] = static_cast<u8>(8 * i + b);
            }
        }
    };

    // Entry 16 rank + nibble: the bit of a nibble that has `rank` bits below it.
    struct BitOfRank {
        u8 bit[64] = {};
        constexpr BitOfRank() {
            for (int nibble = 0; nibble < 16; ++nibble) {
                for (int b = 0, rank = 0; b < 4; ++b) {
                    if (nibble >> b & 1) bit[16 * rank++ + nibble] = static_cast<u8>(b);
                }
            }
        }
    };

    SETLAB_INLINE static Mask at_least(Bytes a, Bytes b) {
        return _mm512_cmpge_epu8_mask(machine(a), machine(b));
    }

    SETLAB_INLINE static Bytes bit_of_rank(Bytes bits, Bytes rank, const Constants& constant) {
        alignas(64) static constexpr BitOfRank table{};
        const Bytes low = bits & constant.of[15], high = as<u8>(as<u16>(bits) >> 4) & constant.of[15];
        const Bytes in_low = as<u8>(_mm512_popcnt_epi8(machine(low)));
        const Mask above = at_least(rank, in_low);
        const Bytes nibble = choose(above, high, low);
        const Bytes rest = as<u8>(_mm512_mask_sub_epi8(machine(rank), above, machine(rank), machine(in_low)));
        const Bytes bit = look_up_64(table.bit, nibble | as<u8>(as<u16>(rest) << 4));
        return as<u8>(_mm512_mask_add_epi8(machine(bit), above, machine(bit), machine(constant.of[4])));
    }

    u64 missing_[8 * groups];
};

#else

class Seeker {
  public:
    SETLAB_INLINE explicit Seeker(bool = false) {}
    SETLAB_INLINE void compare(Bytes a, Bytes b) { found_ |= Ops::equal(a, b); }
    SETLAB_INLINE Mask found() const { return found_; }

  private:
    Mask found_{};
};

// The number of hits up to every pair: the pair of a rank is the number of those that are not beyond it.
template <u32 Size>
class Hits {
  public:
    SETLAB_INLINE void note(u32 pair, const Seeker& seeker) {
        upto_[pair] = pair == 0 ? Bytes{} - seeker.found() : upto_[pair - 1] - seeker.found();
    }

    class Counted {
      public:
        SETLAB_INLINE explicit Counted(const Bytes* upto) : upto_(upto) {}
        SETLAB_INLINE Bytes total(const Constants&) const { return upto_[Size - 1]; }
        SETLAB_INLINE Bytes pair_of_rank(Bytes rank, const Constants&) const {
            Bytes beyond{};
            for (u32 pair = 0; pair < Size; ++pair) beyond += Ops::greater(upto_[pair], rank);
            return beyond + all_bytes(Size);
        }

      private:
        const Bytes* upto_;
    };

    SETLAB_INLINE Counted counted() const { return Counted(upto_); }

  private:
    Bytes upto_[Size];
};

#endif

}  // namespace SETLAB_TARGET
}  // namespace setlab
