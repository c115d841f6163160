// The standard game with a table of twelve, many games in lockstep, one per lane.
//
// A game is cut into deals. At every deal three cards come onto the table (at the last one perhaps fewer),
// whatever happened before: either they replace a SET, or there was none and they make the table fifteen. A
// table of fifteen nearly always has a SET, and without it the table is twelve again, before the next deal.
// So games that are at the same deal have twelve cards each, and have taken as many SETs as there were deals:
// they look up the same draws.
//
//  - A group is as many games as a word has bytes. A batch is several groups.
//  - Games whose twelve cards have no SET are gathered from all groups of the batch on a side table.
//  - If fifteen cards have no SET either, the scalar code plays that game until its table is twelve again.
#pragma once

#include "endgame.hpp"
#include "scan_lanes.hpp"
#include "setlab/game.hpp"
#include "setlab/generator.hpp"
#include "shuffle_lanes.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class LaneGames {
  public:
    using Shuffle = ShuffledGames;
    using RawBlock = Shuffle::RawBlock;
    static constexpr u32 lanes = lanes_of_bytes;
    static constexpr u32 groups = 16;
    static constexpr u32 games = lanes * groups;
    static constexpr u32 table_size = 12;
    static constexpr u32 largest_deck = 81;
    static constexpr u32 smallest_dealt = 24;

    // Which games can be played here.
    static bool can_play(const EndgamePlan& plan) {
        return plan.dimension <= 4 && !plan.always && plan.rules.table == table_size &&
               plan.rules.choice == Choice::random && plan.rules.dealt >= smallest_dealt;
    }

    explicit LaneGames(const EndgamePlan& plan)
        : plan_(plan),
          deals_((plan.rules.dealt - table_size + 2) / 3),
          last_deal_(plan.rules.dealt - table_size - 3 * (deals_ - 1)),
          scalar_table_(mirrors_) {
        for (u32 rank = 0; rank < plan.deck; ++rank) spelt_[plan.byte_card[rank]] = plan.spelt[rank];
        for (u32 rank = 0; rank < plan.deck; ++rank) byte_[plan.spelt[rank]] = plan.byte_card[rank];
    }

    // Plays the trials first ... first + size - 1, which lie in one batch.
    void play(u64 first, u32 size, const EndgameResults& results, const Looks& looks) {
        looks_ = looks;
        base_ = first / games * games;
        const u32 begin = static_cast<u32>(first - base_), end = begin + size;
        first_group_ = begin / lanes;
        end_group_ = (end + lanes - 1) / lanes;
        waiting_ = 0;
        for (u32 g = first_group_; g < end_group_; ++g) start(g, begin, end);
        for (deal_ = 0; deal_ < deals_; ++deal_) play_deal();
        for (u32 g = first_group_; g < end_group_; ++g) finish(g);
        write(begin, end, results);
    }

  private:
    static constexpr u32 choice_blocks = 4;  // 23 deals, and four SETs at the end

    // --- the beginning

    static u64 bits_below(u32 lane) {
        return lane >= 64 ? ~static_cast<u64>(0) : (static_cast<u64>(1) << lane) - 1;
    }

    [[gnu::noinline]] void start(u32 g, u32 begin, u32 end) {
        const u64 first = base_ + g * lanes;
        const Shuffle shuffled(plan_, first);
        shuffled.shuffle(row_);
        for (u32 k = 0; k < plan_.rules.dealt; ++k) deck_[k][g] = look_up_128(plan_.byte_card, row_[k]);
        for (u32 k = plan_.rules.dealt; k < table_size + 3 * deals_; ++k) deck_[k][g] = Bytes{};
        for (u32 b = 0; b < choice_blocks; ++b) shuffled.raw_block(plan_.first_choice / 8 + b, choice_[b][g]);
        for (u32 place = 0; place < table_size; ++place) table_[g][place] = deck_[place][g];
        const u32 from = begin > g * lanes ? begin - g * lanes : 0, to = end - g * lanes;
        active_[g] = bits_below(to < lanes ? to : lanes) & ~bits_below(from);
        no_set_deals_[g] = Bytes{};
        largest_[g] = all_bytes(table_size);
    }

    // --- draws

    // The draw that chooses SET number t, for lanes 2i in `even` and for lanes 2i + 1 in `odd`.
    struct RawDraw {
        Pairs even, odd;
    };

    [[gnu::always_inline]] RawDraw raw_draw(u32 g, u32 t) const {
        const auto& x = choice_[t / 8][g].draws[t % 8 / 2];
        const Vector<u32> low = as<u32>(constant_.low_half);
        const Vector<u32> x0 = as<u32>(x[0]), x1 = as<u32>(x[1]), x2 = as<u32>(x[2]), x3 = as<u32>(x[3]);
        if (t % 2 == 0)
            return {as<u16>(select_bits(low, x0, x2 << 16)), as<u16>(select_bits(low, x1, x3 << 16))};
        return {as<u16>(select_bits(low, x0 >> 16, x2)), as<u16>(select_bits(low, x1 >> 16, x3))};
    }

    // A number below `bound` for each of the lanes `wanted`. Where the draw was rejected, redraw(lane, bound)
    // gives it. Few draws are looked at closely: those whose product has a low half below MostSets, which no
    // bound exceeds.
    template <u32 MostSets, class Redraw>
    [[gnu::always_inline]] Bytes below(const RawDraw& draw, Bytes bound, u64 wanted, Redraw&& redraw) const {
        const Pairs low = as<u16>(constant_.low_byte), most = all_lanes<u16>(MostSets);
        const Pairs bounds = as<u16>(bound);
        // The upper byte of `odd` is the upper half of the product of 16 bits; no shift is needed.
        const Pairs even = product_high(draw.even, bounds & low), odd = product_high(draw.odd, bounds & ~low);
        const Pairs close_even = difference_or_0(most, draw.even * (bounds & low));
        const Pairs close_odd = difference_or_0(most, draw.odd * (bounds >> 8));
        Bytes result = as<u8>(select_bits(low, even, odd));
        const Bytes close = as<u8>(close_even | close_odd << 8);
        for (u64 left = wanted & ~bits_of(Ops::equal(close, Bytes{})); left != 0; left &= left - 1) {
            const u32 lane = lowest_bit(left);
            const u32 x = lane % 2 == 0 ? draw.even[lane / 2] : draw.odd[lane / 2];
            u32 number = 0;
            if (!accept<16>(x, bound[lane], number)) result[lane] = redraw(lane, bound[lane]);
        }
        return result;
    }

    [[gnu::noinline]] u8 redrawn(u32 g, u32 lane, u32 t, u32 bound) const {
        return static_cast<u8>(draw_below<16>(plan_.seed, trial(g, lane), plan_.first_choice + t, bound, 1));
    }

    u64 trial(u32 g, u32 lane) const { return base_ + g * lanes + lane; }

    // --- a deal

    // Three steps for each group, each some time before the next: what a step has to wait for is then
    // overtaken by the steps of other groups.
    void play_deal() {
        return_waiting();
        side_.size = 0;
        for (u32 g = first_group_; g < end_group_ + 2; ++g) {
            if (g < end_group_) scan_group(g, hits_[g % 2]);
            if (g - 1 >= first_group_ && g - 1 < end_group_) choose_in_group(g - 1, hits_[(g - 1) % 2]);
            if (g - 2 >= first_group_ && g - 2 < end_group_) deal_to_group(g - 2);
        }
        play_side();
    }

    [[gnu::noinline]] void scan_group(u32 g, PairHits<table_size>& hits) const { scan(table_of(g), hits); }

    const Bytes (&table_of(u32 g) const)[table_size] {
        return reinterpret_cast<const Bytes(&)[table_size]>(table_[g]);
    }

    [[gnu::noinline]] void choose_in_group(u32 g, const PairHits<table_size>& hits) {
        const auto counted = hits.counted();
        const Bytes sets = counted.total(constant_);
        const u64 without = bits_of(Ops::equal(sets, Bytes{})) & active_[g];
        const Bytes rank = below<16>(raw_draw(g, deal_), sets, active_[g] & ~without,
                                     [&](u32 lane, u32 bound) { return redrawn(g, lane, deal_, bound); });
        chosen_[g % 2] = counted.pair_of_rank(rank, constant_);
        without_[g % 2] = without;
    }

    [[gnu::noinline]] void deal_to_group(u32 g) {
        const Bytes(*next)[groups] = deck_ + table_size + 3 * deal_;
        const u64 without = without_[g % 2];
        Bytes card[table_size];
#pragma GCC unroll 12
        for (u32 place = 0; place < table_size; ++place) card[place] = table_[g][place];
        replace(card, chosen_[g % 2], next[0][g], next[1][g], next[2][g], constant_);
#pragma GCC unroll 12
        for (u32 place = 0; place < table_size; ++place) table_[g][place] = card[place];
        note_looks(table_size, active_[g], without);
        if (without != 0) put_aside(g, without, card, raw_draw(g, deal_));
    }

    void note_looks(u32 cards, u64 looking, u64 without) const {
        looks_.looks[cards] += count_bits(looking);
        looks_.no_set[cards] += count_bits(without);
        if (deal_ == 0) looks_.first_no_set[cards] += count_bits(without);
    }

    bool is_last_deal() const { return deal_ + 1 == deals_; }
    u32 cards_beyond() const { return is_last_deal() ? last_deal_ : 3; }

    // --- tables of fifteen

    static constexpr u32 side_places = table_size + 3;

    // Games without a SET among twelve cards, from any group, packed side by side.
    struct Side {
        static constexpr u32 draw_low = side_places, draw_high = draw_low + 1, lane = draw_high + 1,
                             packed = lane + 1, group = packed, rows = group + 1;
        // Places, draws and where the game is at home. The second half takes what is written beyond the last
        // game.
        alignas(64) u8 row[rows][2 * lanes];
        u32 size;
    };

    [[gnu::always_inline]] void put_aside(u32 g, u64 without, const Bytes (&card)[table_size],
                                          const RawDraw& draw) {
        no_set_deals_[g] = Ops::add_1_where(mask_of(without), no_set_deals_[g]);
        const Bytes size = all_bytes(table_size + cards_beyond());
        largest_[g] = choose(mask_of(without), larger(largest_[g], size), largest_[g]);
        const u32 number = count_bits(without);
        if (side_.size + number > lanes) play_side();
        const u32 start = side_.size;
        Bytes row[Side::packed];
#pragma GCC unroll 12
        for (u32 place = 0; place < table_size; ++place) row[place] = card[place];
#pragma GCC unroll 3
        for (u32 i = 0; i < 3; ++i) row[table_size + i] = deck_[table_size + 3 * deal_ + i][g];
        const Pairs low = as<u16>(constant_.low_byte);
        row[Side::draw_low] = as<u8>(select_bits(low, draw.even, draw.odd << 8));
        row[Side::draw_high] = as<u8>(select_bits(low, draw.even >> 8, draw.odd));
        row[Side::lane] = constant_.lane;
        pack_lanes(row, without, side_.row[0] + start, sizeof side_.row[0]);
        store_bytes(side_.row[Side::group] + start, all_bytes(g));
        side_.size = start + number;
    }

    [[gnu::noinline]] void play_side() {
        if (side_.size == 0) return;
        Bytes card[side_places];
#pragma GCC unroll 15
        for (u32 place = 0; place < side_places; ++place) card[place] = load_bytes(side_.row[place]);
        scan_new<side_places, table_size>(card, side_hits_);
        const auto counted = side_hits_.counted();
        const Bytes sets = counted.total(constant_);
        const Pairs low = as<u16>(constant_.low_byte);
        const Pairs draw_low = as<u16>(load_bytes(side_.row[Side::draw_low]));
        const Pairs draw_high = as<u16>(load_bytes(side_.row[Side::draw_high]));
        const RawDraw draw{select_bits(low, draw_low, draw_high << 8),
                           select_bits(low, draw_low >> 8, draw_high)};
        const u64 all = bits_below(side_.size), without = bits_of(Ops::equal(sets, Bytes{})) & all;
        const Bytes rank = below<64>(draw, sets, all & ~without, [&](u32 index, u32 bound) {
            return redrawn(side_.row[Side::group][index], side_.row[Side::lane][index], deal_, bound);
        });
        if (!is_last_deal()) note_looks(side_places, all, without);
        take_from_side(card, counted.pair_of_rank(rank, constant_));
        for (u64 left = without; left != 0; left &= left - 1) play_on(lowest_bit(left));
        side_.size = 0;
    }

    // Takes a SET from fifteen places and gives up the last three. A SET has one of these, since the twelve
    // cards before had none; so what is left there, two cards at most, goes to the first two places of the
    // SET.
    [[gnu::always_inline]] void take_from_side(Bytes (&card)[side_places], Bytes pair) {
        const Bytes taken = all_bytes(0xFC);
        const SetLanes set = replace_pair(card, pair, taken, taken, constant_);
        const Bytes a = card[table_size], b = card[table_size + 1], c = card[table_size + 2];
        const auto is_taken = [&](Bytes last) {
            return Ops::equal(last, taken) | Ops::equal(last, set.third_card);
        };
        const Mask no_a = is_taken(a), no_b = is_taken(b), no_c = is_taken(c);
        alignas(64) u8 place[2][lanes], left[2][lanes];
        store_bytes(place[0], set.first);
        store_bytes(place[1], set.second);
        store_bytes(left[0], choose(no_a, choose(no_b, c, b), a));
        store_bytes(left[1], choose(no_c, choose(no_b, a, b), c));
        for (u32 index = 0; index < side_.size; ++index) {
            u8* home =
                reinterpret_cast<u8*>(table_[side_.row[Side::group][index]]) + side_.row[Side::lane][index];
            for (u32 i = 0; i < 2; ++i) home[(place[i][index] & 15u) * lanes] = left[i][index];
        }
    }

    // --- games that the scalar code plays for a while

    // A game that will be back in its lane at some deal.
    struct Waiting {
        u32 deal, group, lane;
        u8 card[table_size];
    };

    // Plays on from game number `index` of the side table, whose cards hold no SET.
    [[gnu::noinline]] void play_on(u32 index) {
        const u32 g = side_.row[Side::group][index], lane = side_.row[Side::lane][index];
        active_[g] &= ~(static_cast<u64>(1) << lane);
        scalar_table_.clear();
        for (u32 place = 0; place < side_places; ++place) {
            const u8 card = side_.row[place][index];
            if (card != 0) scalar_table_.lay(place, spelt_[card]);
        }
        const auto deck = [&](u32 k) -> u32 { return spelt_[deck_[k][g][lane]]; };
        const auto chooser = [&](u32 t, u32 bound) {
            u32 number = 0;
            const bool accepted = accept<16>(choice_[t / 8][g].of_game(lane, t % 8), bound, number);
            return accepted ? number : redrawn(g, lane, t, bound);
        };
        Game game(plan_.rules, scalar_table_, deck, chooser, looks_);
        const u32 next = table_size + 3 * (deal_ + 1);
        game.resume(next < plan_.rules.dealt ? next : plan_.rules.dealt, deal_);
        bool playing = true;
        while (playing && !(scalar_table_.places() == table_size && game.cards_remain()))
            playing = game.turn();
        no_set_deals_[g][lane] = static_cast<u8>(no_set_deals_[g][lane] + game.no_set_deals());
        const GameResult result = game.result();
        if (largest_[g][lane] < result.largest_table)
            largest_[g][lane] = static_cast<u8>(result.largest_table);
        if (!playing) {
            leftover_[g][lane] = static_cast<u8>(result.leftover);
            return;
        }
        Waiting& waiting = waiting_game_[waiting_++];
        waiting.deal = (game.next() - table_size) / 3;
        waiting.group = g;
        waiting.lane = lane;
        for (u32 place = 0; place < table_size; ++place)
            waiting.card[place] = byte_[scalar_table_.card_at(place)];
    }

    void return_waiting() {
        for (u32 i = 0; i < waiting_;) {
            const Waiting& waiting = waiting_game_[i];
            if (waiting.deal != deal_) {
                ++i;
                continue;
            }
            for (u32 place = 0; place < table_size; ++place) {
                table_[waiting.group][place][waiting.lane] = waiting.card[place];
            }
            active_[waiting.group] |= static_cast<u64>(1) << waiting.lane;
            waiting_game_[i] = waiting_game_[--waiting_];
        }
    }

    // --- the end

    // Looks at tables of so many places while the deck is empty, and goes on with three fewer where there was
    // a SET. A table has two holes at the most, which make no SET.
    template <u32 Places>
    [[gnu::always_inline]] void take_last(u32 g, Bytes (&card)[Places], u64 playing, u32 t) {
        PairHits<Places>& hits = last_hits<Places>();
        scan(card, hits);
        const auto counted = hits.counted();
        const Bytes sets = counted.total(constant_);
        playing &= ~bits_of(Ops::equal(sets, Bytes{}));
        if (playing == 0) return;
        leftover_[g] = choose(mask_of(playing), leftover_[g] - all_bytes(3), leftover_[g]);
        if constexpr (Places > 3) {
            const Bytes rank = below<16>(raw_draw(g, t), sets, playing,
                                         [&](u32 lane, u32 bound) { return redrawn(g, lane, t, bound); });
            Bytes left[Places - 3];
            close_up(card, counted.pair_of_rank(rank, constant_), left, constant_);
            take_last(g, left, playing, t + 1);
        }
    }

    template <u32 Places>
    PairHits<Places>& last_hits() {
        if constexpr (Places == table_size) return hits_[0];
        if constexpr (Places == 9) return hits_9_;
        if constexpr (Places == 6) return hits_6_;
        if constexpr (Places == 3) return hits_3_;
    }

    [[gnu::noinline]] void finish(u32 g) {
        const Bytes cards = all_bytes(table_size - 3 + last_deal_);
        leftover_[g] = choose(mask_of(active_[g]), cards, leftover_[g]);
        Bytes card[table_size];
#pragma GCC unroll 12
        for (u32 place = 0; place < table_size; ++place) card[place] = table_[g][place];
        take_last(g, card, active_[g], deals_);
    }

    void write(u32 begin, u32 end, const EndgameResults& results) const {
        const u8* leftover = reinterpret_cast<const u8*>(leftover_);
        const u8* largest = reinterpret_cast<const u8*>(largest_);
        const u8* no_set_deals = reinterpret_cast<const u8*>(no_set_deals_);
        for (u32 game = begin; game < end; ++game) {
            const u32 j = game - begin;
            results.leftover[j] = leftover[game];
            results.largest_table[j] = largest[game];
            results.turns[j] =
                static_cast<u16>((plan_.rules.dealt - leftover[game]) / 3 + no_set_deals[game]);
        }
    }

    EndgamePlan plan_;
    u32 deals_;
    u32 last_deal_;  // its cards
    Mirrors<4> mirrors_;
    Table<4, MaskList<u32>> scalar_table_;
    u16 spelt_[256];                // by byte
    u8 byte_[TableMask<4>::codes];  // by spelling
    Looks looks_;
    u64 base_;  // the first trial of the batch
    u32 first_group_, end_group_;
    u32 deal_;
    Constants constant_;
    Bytes row_[Shuffle::rows(largest_deck)];
    Bytes deck_[largest_deck + 3][groups];
    RawBlock choice_[choice_blocks][groups];
    // Places that are given up may be written to.
    Bytes table_[groups][16];
    Bytes no_set_deals_[groups], largest_[groups], leftover_[groups];
    u64 active_[groups];  // lanes that are to be played
    PairHits<table_size> hits_[2];
    Bytes chosen_[2];  // pairs
    u64 without_[2];
    PairHits<side_places> side_hits_;
    PairHits<9> hits_9_;
    PairHits<6> hits_6_;
    PairHits<3> hits_3_;
    Side side_;
    u32 waiting_;
    Waiting waiting_game_[games];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
