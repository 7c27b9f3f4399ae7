// Inline assembly that does nothing: empty templates and compiler barriers are common in honest code.
#include <stdio.h>
int main(void) {
    int x = 5;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(x));
    __asm__ volatile("nop");
    printf("%d\n", x);
    return 0;
}
