// Memory for arrays that are handed to Python.
#pragma once

#include <cstdlib>
#include <new>

#include "setlab/types.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace setlab {

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

}  // namespace setlab
