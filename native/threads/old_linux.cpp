// What GCC 12 takes from a newer glibc or libstdc++ than manylinux_2_28 has, by means that the old ones have.
// It is compiled for wheels alone (SETLAB_MANYLINUX); auditwheel shows that nothing else newer is needed.
#include <new>

#define SETLAB_HIDDEN extern "C" __attribute__((visibility("hidden")))

// Names of libstdc++ as the linker knows them. The exported constructor and destructor of std::exception_ptr
// are those that GCC used before 12.
extern "C" void copy_exception(void** to,
                               void* const* from) __asm__("_ZNSt15__exception_ptr13exception_ptrC1ERKS0_");
extern "C" void destroy_exception(void** from) __asm__("_ZNSt15__exception_ptr13exception_ptrD1Ev");

SETLAB_HIDDEN void count_up(void** exception) __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
void count_up(void** exception) {
    void* another;  // never destroyed: so the exception has one owner more
    copy_exception(&another, exception);
}

SETLAB_HIDDEN void count_down(void** exception) __asm__(
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
void count_down(void** exception) {
    void* mine = *exception;
    *exception = nullptr;
    destroy_exception(&mine);
}

SETLAB_HIDDEN void refuse_length() __asm__("_ZSt28__throw_bad_array_new_lengthv");
void refuse_length() { throw std::bad_array_new_length(); }

SETLAB_HIDDEN char is_single_threaded __asm__("__libc_single_threaded");
char is_single_threaded = 0;  // reference counts are atomic in any case
