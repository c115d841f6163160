// The standard game with a table of twelve, many games in lockstep, one per lane.
//
// A game is cut into deals. At every deal three cards come onto the table (at the last one perhaps fewer),
// whatever happened before: either they replace a SET, or there was none and they make the table fifteen. A
// table of fifteen nearly always has a SET; once it is taken, the table is twelve again before the next deal.
// So games that are at the same deal have twelve cards each, and have taken as many SETs as there were deals:
// they use the same draws.
//
//  - A group is as many games as a word has bytes. A batch is several groups.
//  - Games whose twelve cards have no SET are gathered from all groups of the batch on a side table.
//  - If fifteen cards have no SET either, the scalar code plays that game until its table is twelve again.
#pragma once

#include "games/choice_lanes.hpp"
#include "games/game_engine.hpp"
#include "games/scan_lanes.hpp"
#include "games/shuffle_lanes.hpp"
#include "games/side_table.hpp"
#include "setlab/game.hpp"
#include "setlab/table.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class LaneGames final : public GameEngine {
  public:
    static constexpr u32 lanes = lanes_of_bytes;
    static constexpr u32 groups = 16;
    static constexpr u32 games = lanes * groups;
    static constexpr u32 table_size = SideTable::old_slots;
    static constexpr u32 largest_deck = 81;
    static constexpr u32 smallest_dealt = 24;

    // Which games can be played here. A deck with fewer properties is a part of the usual one.
    static bool can_play(const EndgamePlan& plan) {
        return plan.dimension <= 4 && plan.rules.refill == Refill::standard &&
               plan.rules.table == table_size && plan.rules.dealt >= smallest_dealt &&
               (plan.rules.choice == Choice::random || plan.rules.choice == Choice::first);
    }

    explicit LaneGames(const EndgamePlan& plan)
        : plan_(plan),
          deals_((plan.rules.dealt - table_size + 2) / 3),
          last_deal_(plan.rules.dealt - table_size - 3 * (deals_ - 1)),
          scalar_table_(reflections_),
          choices_(plan) {
        for (u32 rank = 0; rank < plan.deck; ++rank) packed_[plan.byte_card[rank]] = plan.packed[rank];
        for (u32 rank = 0; rank < plan.deck; ++rank) byte_[plan.packed[rank]] = plan.byte_card[rank];
    }

    u32 block() const override { return games; }

    void play(u64 first, u32 size, const EndgameResults& results, const Searches& searches) override {
        searches_ = searches;
        sets_ = results.sets;
        if (sets_ != nullptr) __builtin_memset(seen_, 0, sizeof seen_);
        base_ = first / games * games;
        choices_.begin(base_);
        const u32 begin = static_cast<u32>(first - base_), end = begin + size;
        first_group_ = begin / lanes;
        end_group_ = (end + lanes - 1) / lanes;
        waiting_ = 0;
        for (u32 g = first_group_; g < end_group_; ++g) start(g, begin, end);
        for (deal_ = 0; deal_ < deals_; ++deal_) play_deal();
        for (u32 g = first_group_; g < end_group_; ++g) finish(g);
        write(begin, end, results);
        if (sets_ != nullptr) add_seen();
    }

  private:
    using Choices = ChoiceLanes<groups>;
    using Draw = Choices::Draw;

    // --- the beginning

    [[gnu::noinline]] void start(u32 g, u32 begin, u32 end) {
        const ShuffledGames shuffled(plan_, base_ + g * lanes);
        shuffled.shuffle(row_);
        for (u32 k = 0; k < plan_.rules.dealt; ++k) deck_[k][g] = look_up_128(plan_.byte_card, row_[k]);
        for (u32 k = plan_.rules.dealt; k < table_size + 3 * deals_; ++k) deck_[k][g] = Bytes{};
        if (plan_.rules.choice == Choice::random) choices_.make(shuffled, g);
        for (u32 slot = 0; slot < table_size; ++slot) table_[g][slot] = deck_[slot][g];
        const u32 from = begin > g * lanes ? begin - g * lanes : 0, to = end - g * lanes;
        active_[g] = ones_between<u64>(from, to < lanes ? to : lanes);
        no_set_deals_[g] = Bytes{};
        largest_[g] = all_bytes(table_size);
    }

    // --- a deal

    // Three steps for each group, each some time before the next: the latencies of one group are hidden
    // behind the steps of the others.
    void play_deal() {
        return_waiting();
        side_.clear();
        const auto is_group = [&](u32 g) { return g >= first_group_ && g < end_group_; };
        for (u32 g = first_group_; g < end_group_ + 2; ++g) {
            if (is_group(g)) scan_group(g, hits_[g % 2]);
            if (is_group(g - 1)) choose_in_group(g - 1, hits_[(g - 1) % 2]);
            if (is_group(g - 2)) deal_to_group(g - 2);
        }
        play_side();
    }

    [[gnu::noinline]] void scan_group(u32 g, PairHits<table_size>& hits) const {
        Bytes card[table_size];
        load_table(g, card);
        scan(card, hits);
    }

    SETLAB_INLINE void load_table(u32 g, Bytes (&card)[table_size]) const {
        SETLAB_UNROLL(12)
        for (u32 slot = 0; slot < table_size; ++slot) card[slot] = table_[g][slot];
    }

    [[gnu::noinline]] void choose_in_group(u32 g, const PairHits<table_size>& hits) {
        const auto counted = hits.counted();
        const Bytes sets = counted.total(constant_);
        if (sets_ != nullptr) note_sets(g, sets);
        const u64 without = bits_of(Ops::equal(sets, Bytes{})) & active_[g];
        const Bytes rank = ranks(g, deal_, sets, active_[g] & ~without);
        chosen_[g % 2] = counted.pair_of_rank(rank, constant_);
        without_[g % 2] = without;
    }

    // Twelve cards have 14 SETs at most.
    SETLAB_INLINE Bytes ranks(u32 g, u32 t, Bytes sets, u64 wanted) const {
        if (plan_.rules.choice == Choice::first) return Bytes{};
        return choices_.below<16>(choices_.draw(g, t, constant_), t, sets, wanted, constant_,
                                  [&](u32 lane) { return Home{g, lane}; });
    }

    [[gnu::noinline]] void deal_to_group(u32 g) {
        const Bytes(*next)[groups] = deck_ + table_size + 3 * deal_;
        const Bytes fresh[3] = {next[0][g], next[1][g], next[2][g]};
        const u64 without = without_[g % 2];
        Bytes card[table_size];
        load_table(g, card);
        replace(card, chosen_[g % 2], fresh, constant_);
        SETLAB_UNROLL(12)
        for (u32 slot = 0; slot < table_size; ++slot) table_[g][slot] = card[slot];
        note_searches(table_size, active_[g], without);
        if (without == 0) return;
        no_set_deals_[g] = Ops::add_1_where(mask_of(without), no_set_deals_[g]);
        const Bytes size = all_bytes(table_size + (is_last_deal() ? last_deal_ : 3));
        largest_[g] = choose(mask_of(without), larger(largest_[g], size), largest_[g]);
        if (!side_.has_room(count_bits(without))) play_side();
        side_.take_in(g, without, card, fresh, choices_.draw(g, deal_, constant_), constant_);
    }

    void note_searches(u32 cards, u64 looking, u64 without) const {
        searches_.searches[cards] += count_bits(looking);
        searches_.no_set[cards] += count_bits(without);
        if (deal_ == 0) searches_.first_no_set[cards] += count_bits(without);
    }

    bool is_last_deal() const { return deal_ + 1 == deals_; }

    // --- tables of fifteen

    [[gnu::noinline]] void play_side() {
        if (side_.size() == 0) return;
        Bytes card[SideTable::slots];
        side_.load(card);
        scan_new<SideTable::slots, table_size>(card, side_hits_);
        const auto counted = side_hits_.counted();
        const Bytes sets = counted.total(constant_);
        const u64 all = ones_between<u64>(0, side_.size()),
                  without = bits_of(Ops::equal(sets, Bytes{})) & all;
        // Each of the new cards is in seven SETs at most.
        Bytes rank{};
        if (plan_.rules.choice == Choice::random)
            rank = choices_.below<32>(side_.draw<Draw>(constant_), deal_, sets, all & ~without, constant_,
                                      [&](u32 index) { return side_.home(index); });
        if (!is_last_deal()) {
            note_searches(SideTable::slots, all, without);
            for (u32 index = 0; sets_ != nullptr && index < side_.size(); ++index)
                ++times_seen({SideTable::slots, sets[index]}, side_.home(index));
        }
        side_.take_sets(card, counted.pair_of_rank(rank, constant_), constant_,
                        [&](u32 index, u32 slot, u8 moved) {
                            const Home home = side_.home(index);
                            reinterpret_cast<u8*>(table_[home.group] + slot % table_rows)[home.lane] = moved;
                        });
        for (u64 left = without; left != 0; left &= left - 1) play_on(lowest_bit(left));
        side_.clear();
    }

    // --- games that the scalar code plays for a while

    // A game that will be back in its lane at some deal.
    struct Waiting {
        u32 deal;
        Home home;
        u8 card[table_size];
    };

    // Continues game number `index` of the side table, whose cards hold no SET.
    [[gnu::noinline]] void play_on(u32 index) {
        const Home home = side_.home(index);
        const u32 g = home.group, lane = home.lane;
        active_[g] &= ~(static_cast<u64>(1) << lane);
        scalar_table_.clear();
        for (u32 slot = 0; slot < SideTable::slots; ++slot) {
            const u8 card = side_.card(slot, index);
            if (card != 0) scalar_table_.lay(slot, packed_[card]);
        }
        const auto deck = [&](u32 k) -> u32 { return packed_[deck_[k][g][lane]]; };
        const auto chooser = [&](u32 t, u32 bound) { return choices_.below(home, t, bound); };
        Game game(plan_.rules, scalar_table_, deck, chooser, searches_);
        const u32 next = table_size + 3 * (deal_ + 1);
        game.resume(next < plan_.rules.dealt ? next : plan_.rules.dealt, deal_);
        bool playing = true, is_back = false;
        while (playing && !is_back) {
            playing = game.turn();
            is_back = scalar_table_.slots() == table_size && game.cards_remain();
        }
        if (sets_ != nullptr) take_log(home);
        const GameResult result = game.result();
        no_set_deals_[g][lane] = static_cast<u8>(no_set_deals_[g][lane] + game.no_set_deals());
        if (largest_[g][lane] < result.largest_table)
            largest_[g][lane] = static_cast<u8>(result.largest_table);
        if (is_back) {
            wait(home, (game.next() - table_size) / 3);
        } else {
            leftover_[g][lane] = static_cast<u8>(result.leftover);
        }
    }

    void wait(const Home& home, u32 deal) {
        Waiting& game = waiting_game_[waiting_++];
        game.deal = deal;
        game.home = home;
        for (u32 slot = 0; slot < table_size; ++slot) game.card[slot] = byte_[scalar_table_.card_at(slot)];
    }

    void return_waiting() {
        for (u32 i = 0; i < waiting_;) {
            const Waiting& game = waiting_game_[i];
            if (game.deal != deal_) {
                ++i;
                continue;
            }
            for (u32 slot = 0; slot < table_size; ++slot) {
                table_[game.home.group][slot][game.home.lane] = game.card[slot];
            }
            active_[game.home.group] |= static_cast<u64>(1) << game.home.lane;
            waiting_game_[i] = waiting_game_[--waiting_];
        }
    }

    // --- the number of SETs on the tables that are searched

    // Notes the SETs on the tables of twelve of a group.
    [[gnu::noinline]] void note_sets(u32 g, Bytes sets) {
        const Mask playing = mask_of(active_[g]);
        SETLAB_UNROLL(16)
        for (u32 number = 0; number < 16; ++number) {
            const Mask here = Ops::equal(sets, constant_.of[number]) & playing;
            seen_[0][number][g] = Ops::add_1_where(here, seen_[0][number][g]);
            if (deal_ == 0 && bits_of(here) != 0) sets_->add_first(number, count_bits(bits_of(here)));
        }
    }

    // How often a game has shown such a table.
    u8& times_seen(const Search& search, const Home& home) {
        return reinterpret_cast<u8*>(seen_[(search.cards - table_size) / 3][search.sets] +
                                     home.group)[home.lane];
    }

    // Takes over the searches of the scalar code.
    void take_log(const Home& home) {
        SearchLog& log = *searches_.log;
        for (u32 n = 0; n < log.size; ++n) ++times_seen(log.search[n], home);
        log.size = 0;
    }

    // Adds all games to the sums. The loops over games are vectorised by the compiler.
    [[gnu::noinline]] void add_seen() const {
        for (u32 size = 0; size < sizes; ++size) {
            const auto times = [&](u32 sets) { return reinterpret_cast<const u8*>(seen_[size][sets]); };
            u16 searches[games] = {}, sum[games] = {};
            for (u32 sets = 0; sets < most_sets; ++sets) {
                const u8* seen = times(sets);
                for (u32 game = 0; game < games; ++game) {
                    searches[game] = static_cast<u16>(searches[game] + seen[game]);
                    sum[game] = static_cast<u16>(sum[game] + sets * seen[game]);
                }
            }
            for (u32 sets = 0; sets < most_sets; ++sets) {
                const u8* seen = times(sets);
                u32 number = 0, squares = 0, products = 0;
                for (u32 game = 0; game < games; ++game) {
                    number += seen[game];
                    squares += static_cast<u32>(seen[game]) * seen[game];
                    products += static_cast<u32>(seen[game]) * searches[game];
                }
                if (number != 0) sets_->add_seen(table_size + 3 * size, sets, number, squares, products);
            }
            u32 squares = 0;
            for (u32 game = 0; game < games; ++game) squares += static_cast<u32>(sum[game]) * sum[game];
            sets_->add_squares(table_size + 3 * size, squares);
        }
    }

    // --- the end

    [[gnu::noinline]] void finish(u32 g) {
        const Bytes cards = all_bytes(table_size - 3 + last_deal_);
        leftover_[g] = choose(mask_of(active_[g]), cards, leftover_[g]);
        Bytes card[table_size];
        load_table(g, card);
        take_last(g, card, active_[g], deals_);
    }

    // Searches tables with this many slots while the deck is empty, and continues with three fewer where
    // there was a SET. A table has at most two holes, which make no SET.
    template <u32 Slots>
    SETLAB_INLINE void take_last(u32 g, Bytes (&card)[Slots], u64 playing, u32 t) {
        PairHits<Slots> hits;
        scan(card, hits);
        const auto counted = hits.counted();
        const Bytes sets = counted.total(constant_);
        playing &= ~bits_of(Ops::equal(sets, Bytes{}));
        if (playing == 0) return;
        leftover_[g] = choose(mask_of(playing), leftover_[g] - all_bytes(3), leftover_[g]);
        if constexpr (Slots > 3) {
            Bytes left[Slots - 3];
            close_up(card, counted.pair_of_rank(ranks(g, t, sets, playing), constant_), left, constant_);
            take_last(g, left, playing, t + 1);
        }
    }

    void write(u32 begin, u32 end, const EndgameResults& results) const {
        const u8* leftover = reinterpret_cast<const u8*>(leftover_);
        const u8* largest = reinterpret_cast<const u8*>(largest_);
        const u8* no_set_deals = reinterpret_cast<const u8*>(no_set_deals_);
        for (u32 game = begin; game < end; ++game) {
            const u32 j = game - begin, taken = (plan_.rules.dealt - leftover[game]) / 3;
            results.leftover[j] = leftover[game];
            results.largest_table[j] = largest[game];
            results.turns[j] = static_cast<u16>(taken + no_set_deals[game]);
        }
    }

    EndgamePlan plan_;
    u32 deals_;
    u32 last_deal_;  // its cards
    Reflections<4> reflections_;
    Table<4, MaskList<u32>> scalar_table_;
    u16 packed_[256];               // by byte
    u8 byte_[TableMask<4>::codes];  // by packed card
    Constants constant_;

    // The batch.
    Searches searches_;
    u64 base_;  // its first trial
    u32 first_group_, end_group_;
    Bytes row_[ShuffledGames::rows(largest_deck)];
    Bytes deck_[largest_deck + 3][groups];
    Choices choices_;
    static constexpr u32 table_rows = 16;  // rows behind the twelve slots take values without meaning
    Bytes table_[groups][table_rows];
    Bytes no_set_deals_[groups], largest_[groups], leftover_[groups];
    u64 active_[groups];  // lanes that are to be played

    // The deal.
    u32 deal_;
    PairHits<table_size> hits_[2];
    Bytes chosen_[2];  // pairs
    u64 without_[2];
    SideTable side_;
    PairHits<SideTable::slots> side_hits_;
    u32 waiting_;
    Waiting waiting_game_[games];

    // Tables have 12, 15, 18 or 21 cards; all but the first hold SETs with the last three cards only, ten
    // with each at most. A game has no more than 46 searches: the counts fit into bytes, and their sums into
    // 32 bits.
    static constexpr u32 sizes = 4, most_sets = 32;
    SetSums* sets_;  // null if they are not counted
    Bytes seen_[sizes][most_sets][groups];
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
