// Which instruction set the engines use.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simd/dispatch.hpp"

namespace setlab {

const char* name_of(Isa isa);

// The instruction sets that this build contains and this machine can run, the best first.
const std::vector<Isa>& supported_isas();

// The instruction set called `name`; if the name is empty, the one that SETLAB_ISA names, or else the best.
// Throws std::invalid_argument unless this machine supports it. The environment is read at every call.
Isa choose_isa(const std::string& name);

// The instruction set for games in byte lanes. Their code for avx512 also needs AVX-512 VBMI, VBMI2 and
// BITALG, and GFNI; a machine without them runs the code for avx2.
Isa isa_for_bytes(Isa isa);

// An engine that gains nothing by wider vectors is not compiled for them, and says so: `static constexpr Isa
// widest`.
template <class Engine>
constexpr Isa widest_of() {
    if constexpr (requires { Engine::widest; })
        return Engine::widest;
    else
        return Isa::avx512;
}

// Whether an engine has a portable form: `static constexpr bool has_portable = true`. The file that defines
// it is compiled once, as the rest of the program.
template <class Engine>
constexpr bool has_portable() {
    if constexpr (requires { Engine::has_portable; })
        return Engine::has_portable;
    else
        return false;
}

// The engine compiled for an instruction set, or for its widest. The plan must outlive it.
template <class Engine>
std::unique_ptr<Engine> make_engine(Isa isa, const typename Engine::Plan& plan) {
#ifdef SETLAB_X86
    if constexpr (widest_of<Engine>() == Isa::avx512)
        if (isa == Isa::avx512) return std::unique_ptr<Engine>(new_engine<Engine, Isa::avx512>(plan));
    if (isa >= Isa::avx2) return std::unique_ptr<Engine>(new_engine<Engine, Isa::avx2>(plan));
#endif
    if constexpr (has_portable<Engine>())
        if (isa == Isa::portable) return std::unique_ptr<Engine>(new_engine<Engine, Isa::portable>(plan));
    (void)isa;
    return std::unique_ptr<Engine>(new_engine<Engine, Isa::plain>(plan));
}

}  // namespace setlab
