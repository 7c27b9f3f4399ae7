// args: alpha beta
// Twin of argv.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *s = strdup(argv[i]);
        if (!s) return 1;
        puts(s);
        free(s);
    }
    return 0;
}
