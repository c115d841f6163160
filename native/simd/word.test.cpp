#include <doctest/doctest.h>

#include <stdexcept>

#include "simd/isa.hpp"
#include "simd/word_checks.hpp"

using namespace setlab;

namespace {

template <Isa isa>
void check_all() {
    for (const WordChecks& found : {check_logic<isa>(), check_packing<isa>(), check_transposing<isa>()}) {
        CHECK(found.checked != 0);
        CHECK(found.wrong == 0);
    }
}

}  // namespace

TEST_CASE("words of every instruction set that the machine has") {
    for (const Isa isa : supported_isas()) {
        CAPTURE(name_of(isa));
#ifdef SETLAB_X86
        if (isa == Isa::avx512) check_all<Isa::avx512>();
        if (isa == Isa::avx2) check_all<Isa::avx2>();
#endif
        if (isa == Isa::plain) check_all<Isa::plain>();
    }
}

TEST_CASE("an instruction set is found by its name") {
    for (const Isa isa : supported_isas()) CHECK(choose_isa(name_of(isa)) == isa);
    CHECK_THROWS_AS(choose_isa("sse9"), std::invalid_argument);
}
