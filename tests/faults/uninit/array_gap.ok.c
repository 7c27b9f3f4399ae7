// Twin of array_gap.c: the correct form.
#include <stdio.h>

int main(void) {
    int v[6];
    for (int i = 0; i < 6; i++)
        v[i] = i;
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (v[i] > -1)
            n++;
    printf("%d\n", n >= 5);
    return 0;
}
