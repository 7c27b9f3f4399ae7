// free of a global default value.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char fallback[] = "unnamed";

int main(int argc, char **argv) {
    char *name = fallback;
    if (argc > 1) name = strdup(argv[1]);
    puts(name);
    free(name); //~ FAULT invalid-free
    return 0;
}
