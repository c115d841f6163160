// Common to the lists of SETs. A SET on the table is known by its three slots; SETs are ranked by their
// slots in ascending order.
#pragma once

#include "rules.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

SETLAB_HD constexpr bool is_narrow(Choice choice) {
    return choice == Choice::popular || choice == Choice::reject;
}

// The wanted one of two numbers of SETs; 0 stands for none yet.
SETLAB_HD constexpr u32 more_wanted(Choice choice, u32 so_far, u32 number) {
    if (so_far == 0) return number;
    return (choice == Choice::popular) == (number > so_far) ? number : so_far;
}

struct Three {
    u32 slot[3];  // ascending

    SETLAB_HD static Three from(u32 first) { return {{first, first + 1, first + 2}}; }
};

}  // namespace SETLAB_TARGET
}  // namespace setlab
