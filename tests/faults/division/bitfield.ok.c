// Twin of bitfield.c: the correct form.
#include <stdio.h>

struct timer {
    unsigned prescale : 3;
    unsigned count : 13;
};

int main(void) {
    struct timer t = {6, 8000};
    unsigned sum = 0;
    for (int i = 0; i < 2; i++, t.prescale++)
        sum += t.count / t.prescale;
    printf("%u\n", sum);
    return 0;
}
