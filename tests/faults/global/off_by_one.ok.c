// Twin of off_by_one.c: the correct form.
#include <stdio.h>

static int table[16];
int guard_after = 77;

int main(void) {
    int n = (int)(sizeof table / sizeof table[0]);
    for (int i = 1; i < n; i++)
        table[i] = table[i - 1] + i;
    printf("%d %d\n", table[n - 1], guard_after);
    return 0;
}
