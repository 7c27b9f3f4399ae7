// All the time is spent inside library calls over large blocks: few steps, much work.
#include <stdlib.h>
#include <string.h>
int main(void) {
    size_t n = 256 << 20;
    char *a = calloc(n, 1), *b = calloc(n, 1);
    if (!a || !b) return 0;
    for (;;) { memcpy(a, b, n); if (memcmp(a, b, n)) return 1; }
}
