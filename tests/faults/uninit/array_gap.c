// One element of a local array was skipped by the fill loop.
#include <stdio.h>

int main(void) {
    int v[6];
    for (int i = 1; i < 6; i++)
        v[i] = i;
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (v[i] > -1) //~ UNINIT
            n++;
    printf("%d\n", n >= 5);
    return 0;
}
