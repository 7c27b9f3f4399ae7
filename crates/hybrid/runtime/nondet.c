/* What tasks of the software verification competitions call. Weak: a program may have its own. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t crescendo_next_value(void);

#define GIVES(type, name)                                  \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) \
    {                                                      \
        uint64_t v = crescendo_next_value();               \
        type t;                                            \
        memset(&t, 0, sizeof t);                           \
        memcpy(&t, &v, sizeof t < sizeof v ? sizeof t : sizeof v); \
        return t;                                          \
    }

GIVES(_Bool, bool)
GIVES(_Bool, _Bool)
GIVES(char, char)
GIVES(signed char, schar)
GIVES(unsigned char, uchar)
GIVES(unsigned char, unsigned_char)
GIVES(short, short)
GIVES(unsigned short, ushort)
GIVES(int, int)
GIVES(unsigned int, uint)
GIVES(unsigned int, unsigned)
GIVES(unsigned int, unsigned_int)
GIVES(long, long)
GIVES(unsigned long, ulong)
GIVES(long long, longlong)
GIVES(unsigned long long, ulonglong)
GIVES(float, float)
GIVES(double, double)
GIVES(void *, pointer)
GIVES(char *, pchar)
GIVES(size_t, size_t)
GIVES(int8_t, int8)
GIVES(uint8_t, uint8)
GIVES(int16_t, int16)
GIVES(uint16_t, uint16)
GIVES(int32_t, int32)
GIVES(uint32_t, uint32)
GIVES(int64_t, int64)
GIVES(uint64_t, uint64)
GIVES(int8_t, s8)
GIVES(uint8_t, u8)
GIVES(int16_t, s16)
GIVES(uint16_t, u16)
GIVES(int32_t, s32)
GIVES(uint32_t, u32)
GIVES(int64_t, s64)
GIVES(uint64_t, u64)

/* Inputs for which this does not hold do not count. */
__attribute__((weak)) void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(0);
}

__attribute__((weak)) void __crescendo_assume(int condition)
{
    if (!condition)
        _exit(0);
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    abort();
}
