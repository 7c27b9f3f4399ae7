// sanitizers: blind
// fputs to a FILE that was closed.
#include <stdio.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("first\n", f);
    fclose(f);
    int r = fputs("second\n", f); //~ FAULT use-after-free
    printf("%d\n", r >= 0);
    return 0;
}
