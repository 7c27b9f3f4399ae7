// Twin of global.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char fallback[] = "unnamed";

int main(int argc, char **argv) {
    char *name = fallback;
    if (argc > 1) name = strdup(argv[1]);
    puts(name);
    if (name != fallback)
        free(name);
    return 0;
}
