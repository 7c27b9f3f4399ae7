// args: alpha beta
// free of an argument string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *s = argv[i];
        puts(s);
        free(s); //~ FAULT invalid-free
    }
    return 0;
}
