// Twin of exhausted_loop.c: the correct form.
#include <stdio.h>

static int index_of(const int *v, int n, int key) {
    for (int i = 0; i < n; i++)
        if (v[i] == key) return i;
    return -1;
}

int main(void) {
    int v[] = {4, 8, 15};
    printf("%d\n", index_of(v, 3, 15));
    printf("%d\n", index_of(v, 3, 16));
    return 0;
}
