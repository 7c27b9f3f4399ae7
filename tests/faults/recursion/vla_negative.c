// A VLA whose length is negative.
#include <stdio.h>

static int use(int n) {
    int v[n]; //~ FAULT stack-exhaustion
    v[0] = n;
    return v[0];
}

int main(void) {
    printf("%d\n", use(3));
    printf("%d\n", use(-3));
    return 0;
}
