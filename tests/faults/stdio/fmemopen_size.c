// sanitizers: blind
// fmemopen is told a larger size than the buffer has.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(8);
    if (!text) return 1;
    FILE *f = fmemopen(text, 80, "w");
    if (!f) return 1;
    fprintf(f, "%s", "longer than eight");
    fflush(f); //~ FAULT out-of-bounds
    puts(text);
    fclose(f);
    free(text);
    return 0;
}
