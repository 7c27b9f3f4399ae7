// Twin of compound_literal.c: the correct form.
#include <stdio.h>

static int count(const int *list) {
    int n = 0;
    while (list[n] != 0)
        n++;
    return n;
}

int main(void) {
    printf("%d\n", count((int[]){4, 5, 6, 0}));
    return 0;
}
