// Memory for the arrays that go to Python.
#pragma once

#include <cstdlib>
#include <new>

#include "setlab/types.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace setlab {

// Memory to be released by std::free. Large arrays are asked for in huge pages where there are such: with
// small ones the engines would wait for the first touch of every page longer than they compute.
inline void* allocate_array(u64 bytes) {
    constexpr u64 huge_page = u64{1} << 21;
    // Below this, malloc soon gives back memory that was touched before.
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

}  // namespace setlab
