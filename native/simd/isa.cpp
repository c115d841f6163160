#include "simd/isa.hpp"

#include <cstdlib>
#include <stdexcept>

namespace setlab {
namespace {

std::vector<Isa> detect() {
    std::vector<Isa> found;
#ifdef SETLAB_X86
    __builtin_cpu_init();
    // The lists repeat the compiler flags in CMakeLists.txt.
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512) found.push_back(Isa::avx512);
    if (avx2) found.push_back(Isa::avx2);
#endif
    found.push_back(Isa::portable);
    found.push_back(Isa::plain);
    return found;
}

std::string listed(const std::vector<Isa>& isas) {
    std::string text;
    for (const Isa isa : isas) text += (text.empty() ? "" : ", ") + std::string(name_of(isa));
    return text;
}

[[noreturn]] void refuse(const std::string& source, const std::string& name) {
    throw std::invalid_argument(source + " '" + name +
                                "' is not an instruction set of this machine: choose one of " +
                                listed(supported_isas()) + ", or leave it empty for the best");
}

}  // namespace

const char* name_of(Isa isa) {
    switch (isa) {
        case Isa::avx512:
            return "avx512";
        case Isa::avx2:
            return "avx2";
        case Isa::portable:
            return "portable";
        default:
            return "plain";
    }
}

const std::vector<Isa>& supported_isas() {
    static const std::vector<Isa> isas = detect();
    return isas;
}

Isa choose_isa(const std::string& name) {
    const char* forced = std::getenv("SETLAB_ISA");
    const std::string wanted = !name.empty() ? name : forced != nullptr ? forced : "";
    if (wanted.empty()) return supported_isas().front();
    for (const Isa isa : supported_isas()) {
        if (wanted == name_of(isa)) return isa;
    }
    refuse(name.empty() ? "SETLAB_ISA" : "isa", wanted);
}

Isa isa_for_bytes(Isa isa) {
#ifdef SETLAB_X86
    const bool has_bytes = __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                           __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni");
    if (isa == Isa::avx512 && !has_bytes) return Isa::avx2;
#endif
    return isa;
}

}  // namespace setlab
