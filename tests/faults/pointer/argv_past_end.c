// args: one two
// sanitizers: blind
// Reading argv well past its terminating NULL.
#include <stdio.h>

int main(int argc, char **argv) {
    int n = 0;
    for (int i = 0; i < argc + 2; i++)
        if (argv[i] != NULL) //~ FAULT out-of-bounds
            n++;
    printf("%d\n", n);
    return 0;
}
