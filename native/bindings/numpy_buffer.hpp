// Common to all bindings: arrays for Python, work without Python's lock, and the number of threads.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "setlab/types.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace setlab {

// Nanobind loads NumPy when it makes the first array, and reports any failure then, even Ctrl-C, as an error
// about arrays.
inline void load_numpy() {
    static bool loaded = false;
    if (!loaded) nanobind::module_::import_("numpy");
    loaded = true;
}

template <class T>
using NumpyArray = nanobind::ndarray<nanobind::numpy, T>;

// Memory to be released by std::free. Large arrays use huge pages where the system has them: with small pages
// the engines would spend more time on the first access to every page than on computing.
inline void* allocate_array(u64 bytes) {
    constexpr u64 huge_page = u64{1} << 21;
    // Below this size, malloc soon reuses memory.
    constexpr u64 smallest_huge = u64{1} << 25;
    if (bytes < smallest_huge) {
        void* memory = std::malloc(bytes == 0 ? 1 : bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return memory;
    }
    const u64 rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    void* memory = std::aligned_alloc(huge_page, rounded);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return memory;
}

// Memory without initial values, which Python owns once `array` has been called.
template <class T>
class Buffer {
  public:
    explicit Buffer(u64 size) : memory_(static_cast<T*>(allocate_array(size * sizeof(T)))) {}
    T* get() { return memory_.get(); }
    NumpyArray<T> array(std::initializer_list<size_t> shape) {
        load_numpy();
        T* memory = memory_.release();
        const nanobind::capsule owner(memory, [](void* p) noexcept { std::free(p); });
        return NumpyArray<T>(memory, shape, owner);
    }

  private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T[], Free> memory_;
};

// Copies of values as arrays, of get(value) in the first form.
template <class T, class Items, class Get>
NumpyArray<T> array_of(const Items& items, const Get& get) {
    Buffer<T> array(items.size());
    std::transform(items.begin(), items.end(), array.get(), get);
    return array.array({items.size()});
}

template <class T, class U>
NumpyArray<T> array_of(const std::vector<U>& values) {
    return array_of<T>(values, [](U value) { return static_cast<T>(value); });
}

template <class T>
NumpyArray<T> array_of(const std::vector<T>& values) {
    return array_of<T, T>(values);
}

template <class T>
NumpyArray<T> matrix_of(const std::vector<T>& values, u64 rows, u64 columns) {
    Buffer<T> array(values.size());
    std::copy(values.begin(), values.end(), array.get());
    return array.array({rows, columns});
}

// The result of work(), during which other threads of Python may run.
template <class Work>
auto without_lock(const Work& work) {
    const nanobind::gil_scoped_release release;
    return work();
}

// None means all cores, which the engines call 0.
inline u32 checked_threads(std::optional<i64> threads) {
    if (!threads) return 0;
    if (*threads < 1 || *threads > 4096) {
        throw std::invalid_argument("threads " + std::to_string(*threads) +
                                    " is out of range: it must be 1 ... 4096, or None for all cores");
    }
    return static_cast<u32>(*threads);
}

}  // namespace setlab
