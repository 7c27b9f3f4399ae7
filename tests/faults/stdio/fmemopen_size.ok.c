// fmemopen is told the size the buffer has; what does not fit is lost.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = malloc(8);
    if (!text) return 1;
    FILE *f = fmemopen(text, 8, "w");
    if (!f) return 1;
    fprintf(f, "%s", "longer than eight");
    fflush(f);
    puts(text);
    fclose(f);
    free(text);
    return 0;
}
