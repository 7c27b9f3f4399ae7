// Twin of last_negative.c: the correct form.
#include <stdio.h>

struct pair {
    int low[4];
    int high[4];
};

static struct pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}};

int main(void) {
    int s = 0;
    for (int i = 3; i >= 0; i--)
        s += p.high[i];
    printf("%d\n", s);
    return 0;
}
