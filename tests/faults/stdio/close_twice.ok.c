// Twin of close_twice.c: the correct form.
#include <stdio.h>

static void finish(FILE *f) {
    fclose(f);
}

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fprintf(f, "%d\n", 42);
    finish(f);
    puts("closed");
    return 0;
}
