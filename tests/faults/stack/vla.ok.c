// Twin of vla.c: the correct form.
#include <stdio.h>

static int last_of(int n) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    return v[n - 1];
}

int main(void) {
    printf("%d\n", last_of(6));
    return 0;
}
