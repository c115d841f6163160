// One column of a table with a column for each thread: neighbouring threads use neighbouring memory.
#pragma once

#include "types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

template <class Entry>
struct Column {
    Entry* top;
    u32 columns;
    SETLAB_HD Entry& operator[](u32 row) const { return top[row * columns]; }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
