#include "games/endgame.hpp"

#include <algorithm>

#include "games/engines.hpp"
#include "games/general_games.hpp"
#include "threads/interrupt.hpp"
#include "threads/parallel.hpp"

namespace setlab {
namespace {

// A range of trials cut at the multiples of the block size.
class Blocks {
  public:
    Blocks(u64 first, u64 trials, u32 block)
        : first_(first), trials_(trials), block_(block), begun_(first % block) {}

    u64 size() const { return trials_ == 0 ? 0 : (begun_ + trials_ - 1) / block_ + 1; }

    struct Range {
        u64 offset;  // from the first trial
        u32 size;
    };
    Range operator[](u64 n) const {
        const u64 start = n == 0 ? 0 : n * block_ - begun_;
        const u64 end = std::min(trials_, (n + 1) * block_ - begun_);
        return {start, static_cast<u32>(end - start)};
    }
    u64 first() const { return first_; }

  private:
    u64 first_, trials_, block_, begun_;
};

// The results of one block.
class ResultMemory {
  public:
    explicit ResultMemory(u32 block) : leftover_(block), largest_table_(block), turns_(block) {}
    EndgameResults results() { return {leftover_.data(), largest_table_.data(), turns_.data()}; }

  private:
    std::vector<u16> leftover_, largest_table_, turns_;
};

// Plays all blocks. Every worker has an `Own` made from the spec: its searches() count the searches, and
// use(own, range, results) takes the results of a block. Returns the workers' own.
template <class Own, class Use>
std::vector<Own> play_blocks(const EndgameSpec& spec, u64 first, u64 trials, u32 threads, Isa isa,
                             const Use& use) {
    WorkerEngines<GameEngine> engines(game_engines(spec, isa));
    const Blocks blocks(first, trials, engines.block());
    const u32 workers = thread_count(threads, blocks.size());
    engines.grow(workers);
    std::vector<Own> own;
    for (u32 worker = 0; worker < workers; ++worker) own.emplace_back(spec);
    std::vector<ResultMemory> memory(workers, ResultMemory(engines.block()));
    for_each_piece(blocks.size(), workers, [&](u64 n, u32 worker) {
        const Blocks::Range range = blocks[n];
        EndgameResults results = memory[worker].results();
        results.sets = own[worker].sets();
        engines[worker].play(first + range.offset, range.size, results, own[worker].searches());
        use(own[worker], range, results);
    });
    return own;
}

// --- tallies

// The SETs on tables that one worker has seen.
class SetCounts final : public SetSums {
  public:
    explicit SetCounts(u64 sizes) : seen_(sizes), squares_(sizes) {}

    void add_first(u32 sets, u64 games) override { entry(first_, sets) += static_cast<i64>(games); }
    void add_seen(u32 cards, u32 sets, u64 times, u64 squares, u64 products) override {
        Sums& sums = entry(seen_[cards], sets);
        sums.searches += static_cast<i64>(times);
        sums.squares += static_cast<i64>(squares);
        sums.products += static_cast<i64>(products);
    }
    void add_squares(u32 cards, u64 squares) override { squares_[cards] += static_cast<i64>(squares); }

    void add_to(SetCounts& other) const {
        for (u32 sets = 0; sets < first_.size(); ++sets) entry(other.first_, sets) += first_[sets];
        for (u32 cards = 0; cards < seen_.size(); ++cards) {
            other.squares_[cards] += squares_[cards];
            for (u32 sets = 0; sets < seen_[cards].size(); ++sets) {
                Sums& sums = entry(other.seen_[cards], sets);
                const Sums& own = seen_[cards][sets];
                sums.searches += own.searches;
                sums.squares += own.squares;
                sums.products += own.products;
            }
        }
    }

    void write(EndgameTally& tally) const {
        for (u32 cards = 0; cards < seen_.size(); ++cards) {
            for (u32 sets = 0; sets < seen_[cards].size(); ++sets) {
                const Sums& sums = seen_[cards][sets];
                if (sums.searches != 0)
                    tally.seen.push_back({cards, sets, sums.searches, sums.squares, sums.products});
            }
        }
        tally.sum_squares = squares_;
        tally.first_sets = first_;
    }

  private:
    struct Sums {
        i64 searches, squares, products;
    };

    // Rows are as long as the most SETs that were seen.
    template <class Entry>
    static Entry& entry(std::vector<Entry>& row, u32 at) {
        if (row.size() <= at) row.resize(at + 1);
        return row[at];
    }

    std::vector<std::vector<Sums>> seen_;  // by cards and SETs
    std::vector<i64> squares_;             // by cards
    std::vector<i64> first_;               // by SETs
};

// Counts of one worker.
class Counts {
  public:
    explicit Counts(const EndgameSpec& spec)
        : size_(spec.rules.dealt + 1),
          turns_size_(2 * spec.rules.dealt / static_cast<u32>(spec.values) + 4),
          joint_(spec.rules.dealt <= most_joint_cards),
          searches_(3 * size_),
          turns_(interleaved * turns_size_),
          tables_(joint_ ? interleaved * size_ * size_ : 2 * size_),
          searched_(spec.count_sets ? most_searches(spec.rules.dealt, static_cast<u32>(spec.values)) : 0),
          sets_(spec.count_sets ? size_ : 0) {}

    Searches searches() {
        log_ = {searched_.data(), 0};
        return {searches_.data(), searches_.data() + size_, searches_.data() + 2 * size_,
                sets() == nullptr ? nullptr : &log_};
    }
    SetCounts* sets() { return searched_.empty() ? nullptr : &sets_; }

    void add(const EndgameResults& results, u32 games) {
        for (u32 j = 0; j < games; ++j) {
            const u64 table = j % interleaved;
            ++turns_[table * turns_size_ + results.turns[j]];
            if (joint_) {
                ++tables_[(table * size_ + results.largest_table[j]) * size_ + results.leftover[j]];
            } else {
                ++tables_[results.leftover[j]];
                ++tables_[size_ + results.largest_table[j]];
            }
        }
    }

    void add_rare(const EndgameResults& results, u32 games, u64 first, const RareFrom& rare) {
        // Mostly there are none, which one vectorised pass finds.
        u16 most_left = 0, most_on_table = 0;
        for (u32 j = 0; j < games; ++j) {
            most_left = std::max(most_left, results.leftover[j]);
            most_on_table = std::max(most_on_table, results.largest_table[j]);
        }
        if (most_left < rare.leftover && most_on_table < rare.table) return;
        for (u32 j = 0; j < games; ++j) {
            if (results.leftover[j] >= rare.leftover || results.largest_table[j] >= rare.table)
                rare_.push_back(first + j);
        }
    }

    void add_to(EndgameTally& tally) const {
        for (u32 cards = 0; cards < size_; ++cards) {
            tally.searches[cards] += searches_[cards];
            tally.no_set[cards] += searches_[size_ + cards];
            tally.first_no_set[cards] += searches_[2 * size_ + cards];
        }
        for (u64 n = 0; n < turns_.size(); ++n) tally.turns[n % turns_size_] += turns_[n];
        tally.rare.insert(tally.rare.end(), rare_.begin(), rare_.end());
        if (joint_) {
            add_joint_to(tally);
        } else {
            for (u32 cards = 0; cards < size_; ++cards) {
                tally.leftover[cards] += tables_[cards];
                tally.largest_table[cards] += tables_[size_ + cards];
            }
        }
    }

    EndgameTally empty_tally() const {
        const std::vector<i64> by_cards(size_);
        const u64 pairs = joint_ ? size_ * size_ : 0;
        return {by_cards,
                by_cards,
                by_cards,
                by_cards,
                by_cards,
                std::vector<i64>(turns_size_),
                std::vector<i64>(pairs),
                {},
                {},
                {},
                {}};
    }

  private:
    // Several tables in turn, so that consecutive additions to one entry do not wait for each other.
    static constexpr u64 interleaved = 4;

    void add_joint_to(EndgameTally& tally) const {
        const u64 pairs = size_ * size_;
        for (u64 entry = 0; entry < interleaved * pairs; ++entry) {
            const u64 pair = entry % pairs;
            tally.joint[pair] += tables_[entry];
            tally.largest_table[pair / size_] += tables_[entry];
            tally.leftover[pair % size_] += tables_[entry];
        }
    }

    u64 size_, turns_size_;
    bool joint_;
    std::vector<i64> searches_;  // searches, no_set, first_no_set
    std::vector<i64> turns_;
    std::vector<i64> tables_;  // joint histograms, or those of leftover and of largest table
    std::vector<u64> rare_;
    std::vector<Search> searched_;  // empty if the SETs are not counted
    SearchLog log_{};
    SetCounts sets_;
};

// --- lists

void put_row(const EndgameSpec& spec, const GameResult& result, i32* row) {
    row[0] = static_cast<i32>(result.leftover);
    row[1] = static_cast<i32>(result.largest_table);
    row[2] = static_cast<i32>(spec.rules.dealt - result.leftover) / spec.values;
    row[3] = static_cast<i32>(result.turns);
}

template <u32 Values>
void list_moves(const EndgameSpec& spec, u64 first, u64 trials, i32* rows, u16* moves) {
    GeneralGames<Values> games(spec);
    Counts counts(spec);
    for (u64 j = 0; j < trials; ++j) {
        check_interrupt();
        const GameResult result =
            games.play_moves(first + j, counts.searches(), moves + j * spec.rules.dealt);
        put_row(spec, result, rows + 4 * j);
    }
}

}  // namespace

u32 count_cards(int dimension, int values) {
    u32 cards = 1;
    for (int p = 0; p < dimension; ++p) cards *= static_cast<u32>(values);
    return cards;
}

// ((n + n!)^d - n^d) / n!: in every property n ways to be the same or n! to be different, but not all the
// same, and the cards in any order.
double count_sets(int dimension, int values) {
    double orders = 1, ways = 1, same = 1;
    for (int i = 2; i <= values; ++i) orders *= i;
    for (int p = 0; p < dimension; ++p) {
        ways *= values + orders;
        same *= values;
    }
    return (ways - same) / orders;
}

bool has_too_many_sets(const EndgameSpec& spec) {
    double sets = count_sets(spec.dimension, spec.values);
    const double table = std::min(spec.rules.table, spec.rules.dealt);
    for (int i = 0; i < spec.values; ++i)
        sets *= std::max(0.0, table - i) / (count_cards(spec.dimension, spec.values) - i);
    return sets > (spec.count_sets ? 1e5 : 1e7);
}

u32 first_choice(const EndgameSpec& spec) { return (spec.rules.dealt + 7) / 8 * 8; }

int choice_width(const EndgameSpec& spec) {
    return count_sets(spec.dimension, spec.values) <= 65535 ? 16 : 32;
}

EndgameTally tally_endgame(const EndgameSpec& spec, u64 first, u64 trials, const RareFrom& rare, u32 threads,
                           Isa isa) {
    std::vector<Counts> counts =
        play_blocks<Counts>(spec, first, trials, threads, isa,
                            [&](Counts& own, const Blocks::Range& range, const EndgameResults& results) {
                                own.add(results, range.size);
                                own.add_rare(results, range.size, first + range.offset, rare);
                            });
    EndgameTally tally = counts[0].empty_tally();
    for (const Counts& own : counts) own.add_to(tally);
    std::sort(tally.rare.begin(), tally.rare.end());
    if (SetCounts* all = counts[0].sets()) {
        for (u64 n = 1; n < counts.size(); ++n) counts[n].sets()->add_to(*all);
        all->write(tally);
    }
    return tally;
}

void list_endgame(const EndgameSpec& spec, u64 first, u64 trials, u32 threads, Isa isa, i32* rows) {
    play_blocks<Counts>(spec, first, trials, threads, isa,
                        [&](Counts&, const Blocks::Range& range, const EndgameResults& results) {
                            for (u32 j = 0; j < range.size; ++j) {
                                const GameResult result{results.leftover[j], results.largest_table[j],
                                                        results.turns[j]};
                                put_row(spec, result, rows + 4 * (range.offset + j));
                            }
                        });
}

void list_endgame_moves(const EndgameSpec& spec, u64 first, u64 trials, i32* rows, u16* moves) {
    switch (spec.values) {
        case 2:
            return list_moves<2>(spec, first, trials, rows, moves);
        case 3:
            return list_moves<3>(spec, first, trials, rows, moves);
        case 4:
            return list_moves<4>(spec, first, trials, rows, moves);
        default:
            return list_moves<5>(spec, first, trials, rows, moves);
    }
}

}  // namespace setlab
