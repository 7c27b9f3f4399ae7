// A comparison function that sorts again.
#include <stdlib.h>
static int v[4] = {4, 3, 2, 1};
static int cmp(const void *a, const void *b) {
    int w[4] = {4, 3, 2, 1};
    qsort(w, 4, sizeof w[0], cmp);
    return *(const int *)a - *(const int *)b;
}
int main(void) { qsort(v, 4, sizeof v[0], cmp); return 0; }
