// Checks of the machine word and of transposing, compiled once per instruction set for the tests.
#pragma once

#include "simd/dispatch.hpp"

namespace setlab {

// The number of wrong bits or numbers among all that were checked.
struct WordChecks {
    unsigned checked, wrong;
};

template <Isa isa>
WordChecks check_logic();
template <Isa isa>
WordChecks check_packing();
template <Isa isa>
WordChecks check_transposing();

#define SETLAB_WORD_CHECKS(isa)      \
    template <>                      \
    WordChecks check_logic<isa>();   \
    template <>                      \
    WordChecks check_packing<isa>(); \
    template <>                      \
    WordChecks check_transposing<isa>()

SETLAB_WORD_CHECKS(Isa::plain);
SETLAB_WORD_CHECKS(Isa::avx2);
SETLAB_WORD_CHECKS(Isa::avx512);

}  // namespace setlab
