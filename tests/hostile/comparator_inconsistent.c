// A comparison function that answers at random must not lead qsort out of the array.
#include <stdio.h>
#include <stdlib.h>
static unsigned r = 1;
static int cmp(const void *a, const void *b) { (void)a; (void)b; r = r * 1103515245 + 12345; return (int)(r >> 16) % 3 - 1; }
int main(void) {
    static int v[5000];
    long s = 0;
    for (int i = 0; i < 5000; i++) v[i] = i;
    qsort(v, 5000, sizeof v[0], cmp);
    for (int i = 0; i < 5000; i++) s += v[i];
    printf("%ld\n", s);
    return s != 12497500;
}
