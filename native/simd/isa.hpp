// Which instruction set the engines use.
#pragma once

#include <string>
#include <vector>

namespace setlab {

enum class Isa { plain, avx2, avx512 };

const char* name_of(Isa isa);

// Those that this build contains and this machine can run, the best first.
const std::vector<Isa>& supported_isas();

// The one called `name`; when the name is empty, the one that SETLAB_ISA asks for, or else the best. It
// throws std::invalid_argument when there is no such instruction set here. The environment is read at every
// call.
Isa choose_isa(const std::string& name);

// Whether a machine with avx512 also has the instructions on bytes that some files are compiled for: AVX-512
// VBMI, VBMI2 and BITALG, and GFNI. Where it has not, their engines use avx2.
bool has_avx512_for_bytes();

}  // namespace setlab
