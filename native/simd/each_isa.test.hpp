// Tests of code that is compiled once per instruction set.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "simd/isa.hpp"
#include "simd/probe.test.hpp"

namespace setlab {

// Calls test(isa) for every instruction set of the machine.
template <class Test>
void for_each_isa(const Test& test) {
    for (const Isa isa : supported_isas()) {
        const std::string name = name_of(isa);
        CAPTURE(name);
        test(isa);
    }
}

// Calls test(probe) for every instruction set.
template <class Test>
void for_each_probe(const Test& test) {
    for_each_isa([&](Isa isa) { test(*make_engine<VectorProbe>(isa, {})); });
}

}  // namespace setlab
