// Sizes, signedness and limits of the basic types on each target.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include "check.h"

int main(void) {
    CHECK(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
    CHECK(sizeof(float) == 4 && sizeof(double) == 8);
#if defined(__x86_64__) || defined(__aarch64__)
    CHECK(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8 && sizeof(wchar_t) == 4);
    CHECK(sizeof(long double) == 16);
#else
    CHECK(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4);
    CHECK(sizeof(int (*)(void)) == 4 && sizeof(uintptr_t) == 4);
    CHECK(LONG_MAX == 2147483647L && ULONG_MAX == 4294967295UL);
#endif
#if defined(__i386__)
    CHECK(sizeof(long double) == 12 && (char)-1 < 0);
#elif defined(__arm__)
    CHECK(sizeof(long double) == 8 && (char)-1 > 0 && sizeof(wchar_t) == 4);
#elif defined(__powerpc__)
    CHECK((char)-1 > 0);
#elif defined(__riscv)
    CHECK(sizeof(long double) == 16 && (char)-1 > 0);
#elif defined(__x86_64__)
    CHECK((char)-1 < 0);
#endif
    CHECK((CHAR_MIN == 0) == ((char)-1 > 0));
    CHECK(sizeof(int8_t) == 1 && sizeof(int16_t) == 2 && sizeof(int32_t) == 4 && sizeof(int64_t) == 8);
    CHECK(INT_MIN == -2147483647 - 1 && UINT_MAX == 4294967295u && LLONG_MAX == 9223372036854775807LL);
    CHECK(sizeof('a') == 4 && sizeof(1L) == sizeof(void *) && sizeof(sizeof 1) == sizeof(void *));
    CHECK((unsigned long)-1 == ULONG_MAX && (size_t)-1 == SIZE_MAX && (uintptr_t)-1 == UINTPTR_MAX);
    volatile long l = LONG_MAX;
    unsigned long ul = (unsigned long)l + 1;
    CHECK(ul == (unsigned long)1 << (sizeof(long) * 8 - 1));
    volatile unsigned long one = 1;
    CHECK((one << (sizeof(long) * 8 - 1)) >> (sizeof(long) * 8 - 1) == 1);
    enum small { A, B };
    CHECK(sizeof(enum small) == 4);
    static int v[10];
    CHECK(&v[9] - &v[0] == 9 && (char *)&v[9] - (char *)v == 36);
    CHECK((uintptr_t)&v[1] - (uintptr_t)&v[0] == sizeof(int));
    char c = (char)200;
    CHECK((c < 0) == (CHAR_MIN < 0));
    CHECK((int)c == (CHAR_MIN < 0 ? -56 : 200));
    CHECK((signed char)200 == -56 && (unsigned char)-56 == 200);
    return 0;
}
