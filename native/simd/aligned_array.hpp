// Memory for vectors, without the standard library.
#pragma once

#include "setlab/types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// An array of `size` elements without initial values, aligned as T demands.
template <class T>
class AlignedArray {
  public:
    explicit AlignedArray(u64 size) : data_(new T[size]) {}
    ~AlignedArray() { delete[] data_; }
    AlignedArray(const AlignedArray&) = delete;
    AlignedArray& operator=(const AlignedArray&) = delete;

    T* get() const { return data_; }

  private:
    T* data_;
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
