// Reading /proc/self/maps and the environment of the process.
#include <stdio.h>
int main(void) {
    const char *names[] = {"/proc/self/maps", "/proc/self/environ", "/proc/self/cmdline", "/proc/cpuinfo"};
    for (int i = 0; i < 4; i++) {
        FILE *f = fopen(names[i], "r");
        int n = 0;
        if (f) { while (n < 100000 && fgetc(f) != EOF) n++; fclose(f); }
    }
    puts("read");
    return 0;
}
