// fclose of a FILE that was closed before.
#include <stdio.h>

static void finish(FILE *f) {
    fclose(f); //~ FAULT use-after-free|double-free
}

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fprintf(f, "%d\n", 42);
    finish(f);
    finish(f);
    puts("closed");
    return 0;
}
