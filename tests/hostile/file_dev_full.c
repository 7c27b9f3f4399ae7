// Writing to /dev/full: every flush fails.
#include <stdio.h>
int main(void) {
    FILE *f = fopen("/dev/full", "w");
    if (!f) return 0;
    for (int i = 0; i < 100000; i++) fputs("text ", f);
    return fclose(f) == 0 ? 1 : 0;
}
