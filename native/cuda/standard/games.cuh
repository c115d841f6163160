// Standard games with random choice, 32 to a word, in lockstep by deal: each of the 23 deals follows exactly
// one SET, so that the number of the draw is that of the deal.
//
// The three cards of the next deal are looked at beforehand: where the twelve on the table have no SET, they
// are dealt for want of one, and then a SET is taken among fifteen. Where these have none either, or fifteen
// are left in the end, or a draw may have to be repeated, the game is left undecided, for others to play.
#pragma once

#include "scan.cuh"

namespace setlab {
namespace sliced32 {

constexpr int deals = 23;
constexpr int count_bits = 5;

struct GroupResult {
    u32 undecided;
    u32 extra_deals[count_bits];  // deals for want of a SET, as a number
    u32 extra_first, extra_last;  // the first or last deal was one
    u32 took_1, took_2,
        took_4;  // at least so many SETs were taken after the last deal; the last three cards are one
};

SETLAB_SLICED void count_extra(GroupResult& result, u32 extra, bool is_first) {
    if (is_first) result.extra_first = extra;
    result.extra_last = extra;
    SETLAB_UNROLLED
    for (int b = 0; b < count_bits; ++b) {
        const u32 carry = result.extra_deals[b] & extra;
        result.extra_deals[b] ^= extra;
        extra = carry;
    }
}

// The first two cards of the chosen SET; card(i) is the one at slot i.
template <int Last, class CardAt>
SETLAB_SLICED void chosen_cards(const Chosen<Last>& chosen, const CardAt& card_at, Card& a, Card& b) {
    SETLAB_UNROLLED
    for (int i = 0; i <= Last; ++i) {
        const Card card = card_at(i);
        SETLAB_UNROLLED
        for (int p = 0; p < planes; ++p) {
            if (i == 0) {
                a.plane[p] = chosen.first[0] & card.plane[p];
                b.plane[p] = 0;
            } else {
                if (i < Last) a.plane[p] = or_and(a.plane[p], chosen.first[i < Last ? i : 0], card.plane[p]);
                b.plane[p] = or_and(b.plane[p], chosen.second[i], card.plane[p]);
            }
        }
    }
}

// One deal: a SET is taken among twelve or fifteen cards, and the other new cards come to its slots in order.
template <class Input, class Memory>
SETLAB_SLICED void play_deal(const Input& input, int deal, Card (&near)[near_slots], Memory& memory,
                             GroupResult& result) {
    constexpr int last = all_slots - 2;
    const u32 extra = ~scan(near, memory);
    Chosen<last> chosen;
    {
        Hits<last> hits;
        RowSums<last> sums;
        join_hits(memory, extra, hits);
        sum_rows(hits, sums);
        const u32(&number)[4] = sums.upto[last - 1];
        const u32 any = or3(number[0], number[1], number[2] | number[3]);
        u32 draw[16], rank[4];
        SETLAB_UNROLLED
        for (int n = 0; n < 16; ++n) draw[n] = memory.draw(n);
        const u32 uncertain = rank_among(draw, number, rank);
        result.undecided |= logic<table_a | table_b | ~table_c>(uncertain, sums.over, any);
        choose_pair(hits, sums, rank, any, chosen);
    }
    count_extra(result, extra, deal == 0);
    memory.fence();
    const auto card_at = [&](int i) {
        return i < near_slots ? near[i < near_slots ? i : 0] : memory.card(i);
    };
    Card a, b;
    chosen_cards(chosen, card_at, a, b);
    const Card c = third(a, b), new_0 = memory.card(12), new_1 = memory.card(13), new_2 = memory.card(14);
    const u32 took_0 = or3(chosen.first[12], chosen.second[12], same(c, new_0));
    const u32 took_1 = chosen.second[13] | same(c, new_1);
    Card to_first, to_second;
    SETLAB_UNROLLED
    for (int p = 0; p < planes; ++p) {
        to_first.plane[p] = choose(took_0, choose(took_1, new_2.plane[p], new_1.plane[p]), new_0.plane[p]);
        to_second.plane[p] = choose(took_0 | took_1, new_2.plane[p], new_1.plane[p]);
    }
    SETLAB_UNROLLED
    for (int i = 0; i < table_slots; ++i) {
        memory.fetch_part(input, deal + 1, i);
        Card card = card_at(i);
        const u32 is_third = i >= 2 ? same(c, card) : 0;
        SETLAB_UNROLLED
        for (int p = 0; p < planes; ++p) {
            u32 plane = choose(chosen.first[i], to_first.plane[p], card.plane[p]);
            if (i >= 1) plane = choose(chosen.second[i], to_second.plane[p], plane);
            if (i >= 2) plane = choose(is_third, new_2.plane[p], plane);
            card.plane[p] = plane;
        }
        if (i < near_slots) {
            near[i < near_slots ? i : 0] = card;
        } else {
            memory.put_card(i, card);
        }
    }
}

// Hits on twelve slots with holes, in loops that fit into the instruction cache.
template <class Memory>
SETLAB_SLICED void scan_last(Memory& memory) {
    constexpr int at_once = 3;
    SETLAB_ROLLED
    for (int j = 1; j < table_slots - 1; ++j) {
        const Card second = memory.card(j);
        SETLAB_ROLLED
        for (int i = 0; i < j; i += at_once) {
            Card wanted[at_once];
            u32 hit[at_once] = {}, none[at_once];
            SETLAB_UNROLLED
            for (int x = 0; x < at_once; ++x) {
                const Card first = memory.card(i + x);
                wanted[x] = third(first, second);
                none[x] = is_hole(first) | is_hole(second);
            }
            SETLAB_ROLLED
            for (int k = j + 1; k < table_slots; ++k) {
                const Card card = memory.card(k);
                SETLAB_UNROLLED
                for (int x = 0; x < at_once; ++x) hit[x] |= same(wanted[x], card);
            }
            SETLAB_UNROLLED
            for (int x = 0; x < at_once; ++x) {
                if (i + x < j) memory.put(old_hit(i + x, j), hit[x] & ~none[x]);
            }
        }
    }
}

// Takes a SET from the twelve slots; returns the games that have one. Those of the last search take none: at
// most six cards are left, and if three of them are a SET, the other three are one.
template <class Input, class Memory>
SETLAB_SLICED u32 take_last(const Input& input, int search, Memory& memory, GroupResult& result) {
    constexpr int last = table_slots - 2;
    scan_last(memory);
    Hits<last> hits;
    u32 any = 0;
    SETLAB_UNROLLED
    for (int n = 0; n < Pairs<last>::number; ++n) {
        hits.pair[n] = memory.get(n);
        any |= hits.pair[n];
    }
    if (search == 2) return any;
    RowSums<last> sums;
    sum_rows(hits, sums);
    u32 draw[16], rank[4];
    SETLAB_UNROLLED
    for (int n = 0; n < 16; ++n) draw[n] = input.draw(deals + search, n);
    result.undecided |= rank_among(draw, sums.upto[last - 1], rank) | sums.over;
    Chosen<last> chosen;
    choose_pair(hits, sums, rank, any, chosen);
    Card a, b;
    chosen_cards(chosen, [&](int i) { return memory.card(i); }, a, b);
    const Card c = third(a, b);
    SETLAB_UNROLLED
    for (int i = 0; i < table_slots; ++i) {
        Card card = memory.card(i);
        u32 gone = i >= 2 ? same(c, card) : 0;
        if (i < last) gone |= chosen.first[i < last ? i : 0];
        if (i <= last) gone |= chosen.second[i <= last ? i : 0];
        SETLAB_UNROLLED
        for (int p = 0; p < planes; ++p) card.plane[p] &= ~gone;
        memory.put_card(i, card);
    }
    return any;
}

template <class Input, class Memory>
SETLAB_SLICED GroupResult play_group(const Input& input, Memory& memory) {
    Card near[near_slots];
    GroupResult result{};
    SETLAB_UNROLLED
    for (int i = 0; i < all_slots; ++i) {
        Card card;
        SETLAB_UNROLLED
        for (int p = 0; p < planes; ++p) card.plane[p] = input.card(i, p);
        if (i < near_slots) {
            near[i < near_slots ? i : 0] = card;
        } else {
            memory.put_card(i, card);
        }
    }
    memory.fetch_draw(input, 0);
    SETLAB_ROLLED
    for (int deal = 0; deal < deals; ++deal) play_deal(input, deal, near, memory, result);
    memory.wait_for_cards();  // nothing may arrive from now on
    Card far[table_slots - near_slots];
    SETLAB_UNROLLED
    for (int i = near_slots; i < table_slots; ++i) far[i - near_slots] = memory.card(i);
    memory.barrier();  // other threads still use memory that is laid out anew
    auto end = memory.at_the_end();
    SETLAB_UNROLLED
    for (int i = 0; i < table_slots; ++i) {
        end.put_card(
            i, i < near_slots ? near[i < near_slots ? i : 0] : far[i < near_slots ? 0 : i - near_slots]);
    }
    SETLAB_ROLLED
    for (int search = 0; search < 3; ++search) {
        const u32 any = take_last(input, search, end, result);
        if (search == 0) result.took_1 = any;
        if (search == 1) result.took_2 = any;
        if (search == 2) result.took_4 = any;
    }
    result.undecided |= result.extra_deals[count_bits - 1];  // the histograms end at 15
    return result;
}

}  // namespace sliced32
}  // namespace setlab
