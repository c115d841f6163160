#include "antiset/engine.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "antiset/sets.hpp"
#include "antiset/table.hpp"
#include "threads/interrupt.hpp"

namespace setlab {
namespace {

template <class Mask>
Mask mask_of(const std::vector<int>& points) {
    Mask mask = 0;
    for (const int point : points) mask |= point_mask<Mask>(point);
    return mask;
}

template <class Mask>
std::vector<int> points_of(Mask mask) {
    std::vector<int> points;
    for_each_point(mask, [&](int point) { points.push_back(point); });
    return points;
}

template <class Mask>
PermutationGroup<Mask> group_of(const AntisetBoard& board) {
    std::vector<Permutation<Mask>> generators;
    for (const std::vector<int>& images : board.generators) {
        generators.push_back(Permutation<Mask>::identity());
        for (int i = 0; i < board.points; ++i) generators.back().to[i] = static_cast<u8>(images[i]);
    }
    return PermutationGroup<Mask>::generated(std::move(generators), board.order, board.points);
}

// The blocks as masks, and the points that a set must not take.
template <class Mask>
class Blocks {
  public:
    explicit Blocks(const AntisetBoard& board) : through_(board.points) {
        for (const std::vector<int>& block : board.blocks) {
            all_.push_back(mask_of<Mask>(block));
            for (const int point : block) through_[point].push_back(all_.back());
        }
    }

    // The points that complete a block, for a set that holds none.
    Mask completing(Mask own) const { return completing_among(all_, own); }

    // Those of them that this point completes together with the set.
    Mask completing(Mask own, int point) const { return completing_among(through_[point], own); }

    // Some of the candidates that can all be added to a set without completing a block.
    Mask harmless(Mask own, Mask candidates) const {
        Mask chosen = 0;
        while (candidates != 0) {
            const int point = first_point(candidates);
            chosen |= point_mask<Mask>(point);
            candidates &= ~chosen & ~completing(own | chosen, point);
        }
        return chosen;
    }

  private:
    static Mask completing_among(const std::vector<Mask>& blocks, Mask own) {
        Mask found = 0;
        for (const Mask block : blocks) {
            const Mask missing = block & ~own;
            found |= without_first(missing) == 0 ? missing : 0;
        }
        return found;
    }

    std::vector<Mask> all_;
    std::vector<std::vector<Mask>> through_;
};

template <class Mask>
class Engine final : public AntisetEngine {
  public:
    explicit Engine(const AntisetBoard& board)
        : points_(board.points),
          everything_(board.points == mask_bits<Mask> ? ~Mask{0} : point_mask<Mask>(board.points) - 1),
          symmetric_(board.order > 1),
          blocks_(board),
          classes_(group_of<Mask>(board), board.points),
          moves_(board.points + 1) {}

    std::optional<bool> forces(bool xavier, const AntisetPosition& position, int by, u64 budget) override {
        begin(table_.size() + std::min(budget, ~u64{0} - table_.size()));
        const bool answer = forces(xavier, node_of(position), std::min(by, points_));
        return spent_ ? std::nullopt : std::optional(answer);
    }

    AntisetPosition canonical(const AntisetPosition& position) override {
        const Node node = node_of(position);
        return {points_of(node.x), points_of(node.o)};
    }

    std::optional<std::vector<AntisetValued>> reachable(const AntisetPosition& position,
                                                        u64 budget) override {
        PositionTable<Mask> values;
        begin(budget);
        exact_value(values, node_of(position));
        if (spent_) return std::nullopt;
        return listed(values);
    }

    u64 positions() const override { return table_.size(); }
    void clear() override { table_.clear(); }

  private:
    // A canonical position, with the class of Xavier's set.
    struct Node {
        Mask x;
        Mask o;
        u32 x_class;
        bool operator==(const Node& other) const { return x == other.x && o == other.o; }
    };

    struct Move {
        Node node;
        int promise;  // an estimate of its worth for the player who makes it
    };

    // The value of a position as far as it is known without search.
    struct View {
        int ply;
        bool xavier_moves;
        Mask free;
        Mask safe[2];  // what each player can take without completing a block: Olivia, Xavier
    };

    // A search that has spent its budget ends at once; its answer means nothing.
    void begin(u64 limit) {
        limit_ = limit;
        spent_ = false;
    }

    Node node_of(const AntisetPosition& position) {
        const Mask x = mask_of<Mask>(position.x), o = mask_of<Mask>(position.o);
        if (!symmetric_) return {x, o, 0};
        const auto place = classes_.find(x);
        return settled(place.id, place.move.image(o));
    }

    Node settled(u32 x_class, Mask o) const {
        return {classes_.set(x_class), classes_.stabiliser(x_class).canonical_image(o), x_class};
    }

    Node after(const Node& node, bool xavier, int point) {
        if (!symmetric_) {
            const Mask taken = point_mask<Mask>(point);
            return xavier ? Node{node.x | taken, node.o, 0} : Node{node.x, node.o | taken, 0};
        }
        if (!xavier) return settled(node.x_class, node.o | point_mask<Mask>(point));
        const auto& place = classes_.extended(node.x_class, point);
        return settled(place.id, place.move.image(node.o));
    }

    View view(const Node& node) const {
        View seen;
        seen.ply = count_points(node.x | node.o);
        seen.xavier_moves = seen.ply % 2 == 0;
        seen.free = everything_ & ~(node.x | node.o);
        seen.safe[1] = seen.free & ~blocks_.completing(node.x);
        seen.safe[0] = seen.free & ~blocks_.completing(node.o);
        return seen;
    }

    int value_at_end(bool xavier_wins, int ply) const {
        const int value = points_ + 1 - ply;
        return xavier_wins ? value : -value;
    }

    // --- who can force whom, with no more work than the question needs ---

    bool forces(bool attacker, const Node& node, int by) {
        const View seen = view(node);
        if (const std::optional<bool> answer = answer_at_once(attacker, node, seen, by)) return *answer;
        const int target = value_at_end(attacker, by);
        if (const Bounds* known = table_.find(node.x, node.o)) {
            if (attacker ? known->lower >= target : known->upper <= target) return true;
            if (attacker ? known->upper < target : known->lower > target) return false;
        }
        const bool answer = search(attacker, node, seen, by);
        if (!spent_) remember(attacker, node, target, answer);
        return answer;
    }

    std::optional<bool> answer_at_once(bool attacker, const Node& node, const View& seen, int by) const {
        const bool attacks = seen.xavier_moves == attacker;
        if (seen.free == 0) return false;
        if (seen.safe[seen.xavier_moves] == 0) return !attacks && seen.ply + 1 <= by;
        const int turns = (by - seen.ply + (attacks ? 0 : 1)) / 2;  // of the defender
        if (turns <= 0 || (turns == 1 && !attacks)) return false;
        if (turns > 1) {
            if (lasts(attacker, node, seen, turns)) return false;
            if (outlasts(attacker, node, seen, turns)) return true;
            return std::nullopt;
        }
        const Mask left = seen.safe[!attacker];
        if (without_first(seen.free) == 0) return false;  // the last point of the board
        return left == 0 || (without_first(left) == 0 && (left & seen.safe[attacker]) != 0);
    }

    // Whether the defender has enough harmless points, whatever the attacker takes.
    bool lasts(bool attacker, const Node& node, const View& seen, int turns) const {
        const int needed = 2 * turns - (seen.xavier_moves == attacker ? 0 : 1);
        const Mask safe = seen.safe[!attacker];
        if (count_points(safe) < needed) return false;
        return count_points(blocks_.harmless(attacker ? node.o : node.x, safe)) >= needed;
    }

    // Whether the attacker has harmless points for more turns than the defender has safe points. The defender
    // can take those of them that are safe for both, one in each turn.
    bool outlasts(bool attacker, const Node& node, const View& seen, int turns) const {
        const Mask theirs = seen.safe[!attacker], ours = seen.safe[attacker];
        const int moves = count_points(theirs);  // of the defender, at most
        const int needed = moves + (seen.xavier_moves == attacker ? 1 : 0);
        if (moves + 1 > turns || count_points(ours) < needed || count_points(seen.free) <= moves + needed)
            return false;
        const Mask own = attacker ? node.x : node.o;
        const Mask alone = blocks_.harmless(own, ours & ~theirs);
        const Mask shared = blocks_.harmless(own | alone, ours & theirs & ~blocks_.completing(own | alone));
        return count_points(alone) + std::max(0, count_points(shared) - moves) >= needed;
    }

    bool search(bool attacker, const Node& node, const View& seen, int by) {
        const bool attacks = seen.xavier_moves == attacker;
        for (const Move& move : sorted_moves(node, seen))
            if (forces(attacker, move.node, by) == attacks || spent_) return attacks;
        return !attacks;
    }

    void remember(bool attacker, const Node& node, int target, bool answer) {
        if (!has_room(table_, node)) return;
        Bounds& known = table_.find_or_insert(node.x, node.o);
        const auto at = static_cast<short>(target);
        if (attacker && answer) known.lower = std::max(known.lower, at);
        if (attacker && !answer) known.upper = std::min<short>(known.upper, at - 1);
        if (!attacker && answer) known.upper = std::min(known.upper, at);
        if (!attacker && !answer) known.lower = std::max<short>(known.lower, at + 1);
    }

    // Whether the position is in the table, or the budget has room for it.
    bool has_room(PositionTable<Mask>& table, const Node& node) {
        if (table.size() >= limit_ && table.find(node.x, node.o) == nullptr) spent_ = true;
        return !spent_;
    }

    // The moves that complete nothing, one of each class, the promising ones first.
    const std::vector<Move>& sorted_moves(const Node& node, const View& seen) {
        if (++steps_ % 16 == 0) check_interrupt();
        std::vector<Move>& moves = moves_[seen.ply];
        moves.clear();
        const bool mover = seen.xavier_moves;
        const Mask own = mover ? node.x : node.o;
        for_each_point(seen.safe[mover], [&](int point) {
            const Node next = after(node, mover, point);
            for (const Move& other : moves)
                if (other.node == next) return;
            const Mask taken = point_mask<Mask>(point);
            const Mask mine = seen.safe[mover] & ~taken & ~blocks_.completing(own | taken, point);
            const Mask yours = seen.safe[!mover] & ~taken;
            moves.push_back({next, count_points(mine) - count_points(yours)});
        });
        std::stable_sort(moves.begin(), moves.end(),
                         [](const Move& a, const Move& b) { return a.promise > b.promise; });
        return moves;
    }

    // --- all positions, all values ---

    int exact_value(PositionTable<Mask>& values, const Node& node) {
        if (const Bounds* known = values.find(node.x, node.o)) return known->lower;
        const View seen = view(node);
        const bool mover = seen.xavier_moves;
        int best = 0;
        if (seen.free != 0 && seen.safe[mover] == 0) best = value_at_end(!mover, seen.ply + 1);
        bool first = true;
        for (const Move& move : sorted_moves(node, seen)) {
            const int value = exact_value(values, move.node);
            if (spent_) return 0;
            if (first || (mover ? value > best : value < best)) best = value;
            first = false;
        }
        if (!has_room(values, node)) return 0;
        Bounds& known = values.find_or_insert(node.x, node.o);
        known.lower = known.upper = static_cast<short>(best);
        return best;
    }

    std::vector<AntisetValued> listed(const PositionTable<Mask>& values) {
        std::vector<AntisetValued> found;
        found.reserve(values.size());
        values.for_each([&](const auto& entry) {
            const auto [x_low, x_high] = split(entry.x);
            const auto [o_low, o_high] = split(entry.o);
            found.push_back({{x_low, x_high}, {o_low, o_high}, entry.bounds.lower, images(entry)});
        });
        std::sort(found.begin(), found.end(),
                  [](const AntisetValued& a, const AntisetValued& b) { return place(a) < place(b); });
        return found;
    }

    static auto place(const AntisetValued& row) {
        const int ply =
            count_points(row.x[0]) + count_points(row.x[1]) + count_points(row.o[0]) + count_points(row.o[1]);
        return std::make_tuple(ply, row.x[1], row.x[0], row.o[1], row.o[0]);
    }

    u64 images(const typename PositionTable<Mask>::Entry& entry) {
        check_interrupt();
        if (!symmetric_) return 1;
        const auto& stabiliser = classes_.stabiliser(classes_.find(entry.x).id);
        return classes_.stabiliser(0).order() / stabiliser.count_keeping(entry.o);
    }

    static std::pair<u64, u64> split(u128 mask) {
        return {static_cast<u64>(mask), static_cast<u64>(mask >> 64)};
    }

    int points_;
    Mask everything_;
    bool symmetric_;
    Blocks<Mask> blocks_;
    SetClasses<Mask> classes_;
    PositionTable<Mask> table_;
    std::vector<std::vector<Move>> moves_;  // by ply
    u64 limit_ = 0;
    bool spent_ = false;
    u64 steps_ = 0;
};

}  // namespace

std::unique_ptr<AntisetEngine> make_antiset_engine(const AntisetBoard& board) {
    if (board.points <= 32) return std::make_unique<Engine<u32>>(board);
    if (board.points <= 64) return std::make_unique<Engine<u64>>(board);
    return std::make_unique<Engine<u128>>(board);
}

}  // namespace setlab
