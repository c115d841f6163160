#include "simd/isa.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

using namespace setlab;

TEST_CASE("plain code runs everywhere, and the best comes first") {
    const auto& isas = supported_isas();
    CHECK(isas.back() == Isa::plain);
    CHECK(std::is_sorted(isas.rbegin(), isas.rend()));
    for (const Isa isa : isas) CHECK(choose_isa(name_of(isa)) == isa);
}

TEST_CASE("an unknown instruction set is refused") {
    CHECK_THROWS_AS(choose_isa("sse9"), std::invalid_argument);
}

TEST_CASE("only avx512 needs more instructions for bytes") {
    CHECK(isa_for_bytes(Isa::plain) == Isa::plain);
    CHECK(isa_for_bytes(Isa::avx2) == Isa::avx2);
    CHECK(isa_for_bytes(Isa::avx512) >= Isa::avx2);
}
