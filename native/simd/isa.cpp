#include "simd/isa.hpp"

#include <cstdlib>
#include <stdexcept>

#ifdef SETLAB_X86
#include <cpuid.h>
#endif

namespace setlab {
namespace {

#ifdef SETLAB_X86
// What the processor has and the system saves, by CPUID: __builtin_cpu_supports needs a library that not
// every compiler brings. The lists repeat the compiler flags in CMakeLists.txt.
struct Processor {
    bool avx2 = false, avx512 = false, bytes = false;

    Processor() {
        unsigned eax, ebx, ecx, edx, saved;
        if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !has(ecx, bit_OSXSAVE | bit_AVX | bit_POPCNT)) return;
        __asm__("xgetbv" : "=a"(saved), "=d"(edx) : "c"(0));
        if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) return;
        const unsigned wide_registers = 0x06, wider_registers = 0xe6;
        avx2 = has(saved, wide_registers) && has(ebx, bit_AVX2 | bit_BMI | bit_BMI2);
        avx512 = avx2 && has(saved, wider_registers) &&
                 has(ebx, bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL);
        bytes = avx512 && has(ecx, bit_AVX512VBMI | bit_AVX512VBMI2 | bit_AVX512BITALG | bit_GFNI);
    }

    static bool has(unsigned found, unsigned bits) { return (found & bits) == bits; }
};

const Processor& processor() {
    static const Processor found;
    return found;
}
#endif

std::vector<Isa> detect() {
    std::vector<Isa> found;
#ifdef SETLAB_X86
    if (processor().avx512) found.push_back(Isa::avx512);
    if (processor().avx2) found.push_back(Isa::avx2);
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
    if (isa == Isa::avx512 && !processor().bytes) return Isa::avx2;
#endif
    return isa;
}

}  // namespace setlab
