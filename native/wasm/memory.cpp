// Memory for the input, the answers of the last call, and what the engines' sources expect of a system.
#include <cstdlib>

#include "simd/dispatch.hpp"
#include "wasm/interface.hpp"

namespace setlab {

// Games in byte lanes are code for AVX.
Isa isa_for_bytes(Isa isa) { return isa; }

SETLAB_EXPORT(give_memory) void* give_memory(u32 bytes) { return std::malloc(bytes); }
SETLAB_EXPORT(take_memory) void take_memory(void* memory) { std::free(memory); }

SETLAB_EXPORT(count_answers) u32 count_answers() { return static_cast<u32>(answers.size()); }
SETLAB_EXPORT(answer_data) const u8* answer_data(u32 i) { return answers[i].data(); }
SETLAB_EXPORT(answer_bytes) u32 answer_bytes(u32 i) { return static_cast<u32>(answers[i].size()); }

}  // namespace setlab

// The C++ library of this target throws nothing: where it would, and where memory ends, the module stops with
// a trap.
extern "C" {
void* __cxa_allocate_exception(unsigned long) { __builtin_trap(); }
void __cxa_free_exception(void*) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
}
