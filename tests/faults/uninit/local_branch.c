// A local variable is tested that one path does not set.
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    int mode;
    if (argc > 3) mode = 1;
    if (mode == 1) //~ UNINIT
        puts("special");
    else
        puts("normal or special");
    return 0;
}
