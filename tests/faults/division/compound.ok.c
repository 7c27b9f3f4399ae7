// Twin of compound.c: the correct form.
#include <stdio.h>

struct stats {
    long sum;
    short count;
};

int main(void) {
    struct stats s = {100, 4};
    for (int i = 0; i < 2; i++) {
        s.sum /= s.count;
        s.count -= 2;
    }
    printf("%ld\n", s.sum);
    return 0;
}
