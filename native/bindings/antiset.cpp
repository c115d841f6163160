// The engine for anti-SET in Python. src/setlab/_core.pyi describes it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "antiset/engine.hpp"
#include "bindings/numpy_buffer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

using Points = std::vector<int>;

void check_points(const char* what, const Points& chosen, int points) {
    std::vector<bool> seen(points);
    for (const int point : chosen) {
        if (point < 0 || point >= points || seen[point]) {
            throw std::invalid_argument(std::string(what) + " has point " + std::to_string(point) +
                                        ": points are 0 ... " + std::to_string(points - 1) +
                                        ", each at most once");
        }
        seen[point] = true;
    }
}

AntisetBoard checked_board(int points, std::vector<Points> blocks, std::vector<Points> generators,
                           u64 order) {
    if (points < 1 || points > most_antiset_points) {
        throw std::invalid_argument("points " + std::to_string(points) +
                                    " is out of range: it must be 1 ... " +
                                    std::to_string(most_antiset_points));
    }
    for (const Points& block : blocks) {
        check_points("a block", block, points);
        if (block.empty()) throw std::invalid_argument("a block is empty: it must have a point");
    }
    for (Points& images : generators) {
        check_points("a generator", images, points);
        if (static_cast<int>(images.size()) != points)
            throw std::invalid_argument("a generator must have one image for every point");
    }
    if (order < 1 || (order > 1) == generators.empty())
        throw std::invalid_argument("order " + std::to_string(order) + " does not fit the generators");
    return {points, std::move(blocks), std::move(generators), order};
}

class PythonEngine {
  public:
    PythonEngine(int points, std::vector<Points> blocks, std::vector<Points> generators, u64 order)
        : points_(points) {
        const AntisetBoard board = checked_board(points, std::move(blocks), std::move(generators), order);
        const nb::gil_scoped_release release;
        engine_ = make_antiset_engine(board);
    }

    std::optional<bool> forces(bool xavier, const Points& x, const Points& o, int by, u64 budget) {
        const AntisetPosition position = checked(x, o);
        const nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> alone(mutex_);
        return engine_->forces(xavier, position, by, budget);
    }

    std::pair<Points, Points> canonical(const Points& x, const Points& o) {
        const AntisetPosition position = checked(x, o);
        const nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> alone(mutex_);
        const AntisetPosition found = engine_->canonical(position);
        return {found.x, found.o};
    }

    nb::object reachable(const Points& x, const Points& o, u64 budget) {
        const AntisetPosition position = checked(x, o);
        std::optional<std::vector<AntisetValued>> found;
        {
            const nb::gil_scoped_release release;
            const std::lock_guard<std::mutex> alone(mutex_);
            found = engine_->reachable(position, budget);
        }
        if (!found) return nb::none();
        const u64 rows = found->size();
        Buffer<u64> xs(2 * rows), os(2 * rows);
        Buffer<i32> values(rows);
        Buffer<u64> images(rows);
        for (u64 i = 0; i < rows; ++i) {
            const AntisetValued& row = (*found)[i];
            std::copy_n(row.x, 2, xs.get() + 2 * i);
            std::copy_n(row.o, 2, os.get() + 2 * i);
            values.get()[i] = row.value;
            images.get()[i] = row.images;
        }
        return nb::make_tuple(xs.array({rows, 2}), os.array({rows, 2}), values.array({rows}),
                              images.array({rows}));
    }

    u64 positions() {
        const nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> alone(mutex_);
        return engine_->positions();
    }

    void clear() {
        const nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> alone(mutex_);
        engine_->clear();
    }

  private:
    AntisetPosition checked(const Points& x, const Points& o) const {
        Points both = x;
        both.insert(both.end(), o.begin(), o.end());
        check_points("the position", both, points_);
        if (x.size() != o.size() && x.size() != o.size() + 1)
            throw std::invalid_argument("Xavier has " + std::to_string(x.size()) + " points and Olivia " +
                                        std::to_string(o.size()) + ": he must have as many, or one more");
        return {x, o};
    }

    int points_;
    std::unique_ptr<AntisetEngine> engine_;
    std::mutex mutex_;  // awaited without Python's lock, which the engine takes to look at signals
};

}  // namespace

void bind_antiset(nb::module_& module) {
    nb::class_<PythonEngine>(module, "AntisetEngine", "Exact answers about anti-SET on a list of blocks.")
        .def(nb::init<int, std::vector<Points>, std::vector<Points>, u64>(), "points"_a, "blocks"_a,
             "generators"_a, "order"_a)
        .def("forces", &PythonEngine::forces, "xavier"_a, "x"_a, "o"_a, "by"_a, "budget"_a,
             "Whether a player can force the other to complete a block at ply `by` or before.")
        .def("canonical", &PythonEngine::canonical, "x"_a, "o"_a,
             "The position that stands for all images of this one.")
        .def("reachable", &PythonEngine::reachable, "x"_a, "o"_a, "budget"_a,
             "Masks, values and numbers of images of all classes of positions.")
        .def("clear", &PythonEngine::clear, "Forget the positions examined.")
        .def_prop_ro("positions", &PythonEngine::positions, "How many positions `forces` has examined.");
}

}  // namespace setlab
