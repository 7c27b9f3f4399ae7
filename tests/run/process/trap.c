// __builtin_trap ends the process by a signal, as natively.
// (clang lowers it to an illegal instruction on x86-64.)
#include <stdio.h>

int main(void) {
    fputs("trapping\n", stderr);
    __builtin_trap();
}
