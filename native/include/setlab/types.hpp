// The names and attributes that every header of the core shares.
//
// These headers are compiled for the CPU and, by NVRTC, for the GPU. They therefore include no standard
// library header, and use only the language itself.
#pragma once

#define SETLAB_PRAGMA(text) _Pragma(#text)

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define SETLAB_HD __host__ __device__
#define SETLAB_INLINE SETLAB_HD __forceinline__
#define SETLAB_STEP SETLAB_INLINE
#define SETLAB_UNROLL(times) SETLAB_PRAGMA(unroll times)
#define SETLAB_UNROLLED SETLAB_PRAGMA(unroll)
// The GPU can index its registers only by constants. On the CPU the same loops run over memory.
#define SETLAB_GPU_UNROLLED SETLAB_PRAGMA(unroll)
#else
#define SETLAB_HD
// Operations on words are always inlined, and steps of a game never: a step fills the registers alone.
#define SETLAB_INLINE [[gnu::always_inline]] inline
#define SETLAB_STEP [[gnu::noinline]] inline
#define SETLAB_UNROLL(times) SETLAB_PRAGMA(GCC unroll times)
#define SETLAB_UNROLLED SETLAB_UNROLL(16)
#define SETLAB_GPU_UNROLLED SETLAB_UNROLL(1)
#endif

// A file that is compiled once per instruction set has SETLAB_TARGET defined by the build. Everything below
// then lives in a namespace of its own, so that the linker can never hand code for a wide machine to a narrow
// one.
#ifndef SETLAB_TARGET
#define SETLAB_TARGET portable
#endif

namespace setlab {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using i32 = int;
// GCC and Clang name the type behind uint64_t; elsewhere, and for the atomic functions of the GPU, `long
// long` is the type of 64 bits.
#if defined(__UINT64_TYPE__) && !defined(__CUDACC__)
using u64 = __UINT64_TYPE__;
using i64 = __INT64_TYPE__;
#else
using u64 = unsigned long long;
using i64 = long long;
#endif

static_assert(sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8, "the core needs these exact widths");

}  // namespace setlab
