// What all bindings share: arrays for Python, and the number of threads.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/array_memory.hpp"

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
