// Every integer conversion of printf with flags, width, precision and length modifiers.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    int v[] = {0, 1, -1, 42, -12345, INT_MAX, INT_MIN};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("[%d][%i][%u][%o][%x][%X]\n", v[i], v[i], (unsigned)v[i], (unsigned)v[i], (unsigned)v[i], (unsigned)v[i]);
        printf("[%8d][%-8d][%08d][%+d][% d][%+08d][%- 8d][%+-8d]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%.5d][%8.5d][%-8.5d][%08.5d][%+.5d][%.0d][%.d][%5.0d]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%#o][%#x][%#X][%#8x][%-#8x][%#08x][%#.5x][%#.0o][%#10.5o]\n", (unsigned)v[i], (unsigned)v[i], (unsigned)v[i],
               (unsigned)v[i], (unsigned)v[i], (unsigned)v[i], (unsigned)v[i], (unsigned)v[i], (unsigned)v[i]);
        printf("[%hhd][%hd][%hhu][%hu][%hhx]\n", (signed char)v[i], (short)v[i], (unsigned char)v[i], (unsigned short)v[i], (unsigned char)v[i]);
    }
    printf("[%ld][%lu][%lx][%lo]\n", LONG_MIN, ULONG_MAX, 0xdeadbeefcafeUL, 0777777777777UL);
    printf("[%lld][%llu][%llX]\n", LLONG_MIN, ULLONG_MAX, 0xabcdef0123456789ULL);
    printf("[%zu][%zd][%td][%tx]\n", (size_t)-1, (ptrdiff_t)-5, (ptrdiff_t)-1, (ptrdiff_t)255);
    printf("[%jd][%ju]\n", INTMAX_MIN, UINTMAX_MAX);
    printf("[%" PRId8 "][%" PRIu32 "][%" PRIX64 "][%" PRIdPTR "]\n", (int8_t)-3, UINT32_MAX, UINT64_MAX, (intptr_t)-9);
    printf("[%*d][%-*d][%*d][%.*d][%*.*d]\n", 6, 42, 6, 42, -6, 42, 4, 42, 8, 5, 42);
    printf("[%.*d][%.*d]\n", -1, 7, 0, 0);
    printf("[%'d][%%]\n", 1234567);
    printf("[%hhd][%hd]\n", 300, 70000);
    printf("[%30.25d][%-30.25d][%030d]\n", -7, 7, 7);
    return 0;
}
