// One engine, compiled once per instruction set.
//
// An engine is an abstract class E with a nested type E::Plan. Its implementation is written once, in a file
// x.isa.cpp that CMake compiles for every instruction set with SETLAB_TARGET defined as its name; there it
// defines new_engine<E, Isa::SETLAB_TARGET>. The portable code asks make_engine (isa.hpp) for the engine of
// an instruction set.
//
// This header is included by those files, so it includes no standard library header (word.hpp says why). For
// the same reason an engine's destructor is defined in a portable file: it would otherwise be emitted with
// wide instructions too.
#pragma once

namespace setlab {

// `portable` is compiled with the flags of `plain`: it stands for the engines that are written once for every
// machine, in bit slices. An engine has a portable form where it says so, and is plain code elsewhere.
enum class Isa { plain, portable, avx2, avx512 };

// A new engine that follows the plan, which must outlive it; the caller owns it.
template <class Engine, Isa isa>
Engine* new_engine(const typename Engine::Plan& plan);

// Declares what the file x.isa.cpp defines.
#define SETLAB_ENGINE(Engine)                                         \
    template <>                                                       \
    Engine* new_engine<Engine, Isa::plain>(const Engine::Plan& plan); \
    template <>                                                       \
    Engine* new_engine<Engine, Isa::avx2>(const Engine::Plan& plan);  \
    template <>                                                       \
    Engine* new_engine<Engine, Isa::avx512>(const Engine::Plan& plan)

}  // namespace setlab
