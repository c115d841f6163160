// Ending long work from Python: by a signal such as Ctrl-C, or by another thread. src/setlab/_core.pyi
// describes it.
#include "threads/interrupt.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "threads/team.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

// A request to end work, made by one thread and heard by others.
class Stop {
  public:
    void set() { set_ = true; }
    bool is_set() const { return set_; }

  private:
    std::atomic<bool> set_{false};
};

// The requests that this thread obeys.
thread_local std::vector<const Stop*> heard;

const Stop& listen(const Stop& stop) {
    heard.push_back(&stop);
    return stop;
}

void stop_listening(const Stop&, nb::args) { heard.pop_back(); }

// Signals concern threads without such requests: Python delivers them to its main thread only.
void ask() {
    if (std::any_of(heard.begin(), heard.end(), [](const Stop* stop) { return stop->is_set(); }))
        throw Interrupted();
    if (!heard.empty()) return;
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

void bind_interrupt(nb::module_& module) {
    ask_for_interrupts(ask);
    nb::exception<Interrupted>(module, "Interrupted");
    nb::class_<Stop>(module, "Stop", "A request to end long work in other threads.")
        .def(nb::init<>())
        .def("set", &Stop::set, "Ask for the end.")
        .def("is_set", &Stop::is_set, "Whether the end was asked for.")
        .def("__enter__", &listen, nb::rv_policy::reference, "Work in this thread listens from now on.")
        .def("__exit__", &stop_listening, "Work in this thread listens no longer.");
    module.def("check_interrupt", check_interrupt, "Raise `Interrupted` if work in this thread is to end.");
}

}  // namespace setlab
