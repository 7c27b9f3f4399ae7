// The helper functions compilers call, called by name.
#include <stdio.h>

int __popcountdi2(long), __clzdi2(unsigned long), __ctzdi2(unsigned long), __ffsdi2(long), __paritydi2(long), __bswapsi2(int);
__int128 __divti3(__int128, __int128), __modti3(__int128, __int128), __ashlti3(__int128, int), __ashrti3(__int128, int), __lshrti3(__int128, int);
unsigned __int128 __udivti3(unsigned __int128, unsigned __int128), __umodti3(unsigned __int128, unsigned __int128);
__int128 __multi3(__int128, __int128), __negti2(__int128);
int __cmpti2(__int128, __int128), __ucmpti2(unsigned __int128, unsigned __int128);
double __powidf2(double, int);
float __powisf2(float, int);
long double __powixf2(long double, int);

static void show(__int128 v) { printf("%016lx%016lx ", (unsigned long)(v >> 64), (unsigned long)v); }

int main(void) {
    __int128 a = ((__int128)-0x123456789abcdefL << 50) + 12345, b = 98765432123456789L;
    show(__divti3(a, b)), show(__modti3(a, b)), show((__int128)__udivti3(a, b)), show((__int128)__umodti3(a, b));
    putchar('\n');
    show(__multi3(a, b)), show(__negti2(a)), show(__ashlti3(a, 7)), show(__ashrti3(a, 9)), show(__lshrti3(a, 70));
    putchar('\n');
    printf("%d %d %d %d ", __cmpti2(a, b), __cmpti2(b, a), __cmpti2(a, a), __ucmpti2(a, b));
    printf("%d %d %d %d %d %x\n", __popcountdi2(-1L), __clzdi2(255), __ctzdi2(256), __ffsdi2(48), __paritydi2(7), __bswapsi2(0x12345678));
    for (int n = -5; n < 20; n += 3) printf("%a %a %La ", __powidf2(1.7, n), (double)__powisf2(1.7f, n), __powixf2(1.7L, n));
    printf("\n%a %a\n", __builtin_powi(3.3, 7), __builtin_powi(3.3, -7));
    return 0;
}
