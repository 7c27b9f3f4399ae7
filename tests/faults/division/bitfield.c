// The divisor is a bit-field that wrapped to zero.
#include <stdio.h>

struct timer {
    unsigned prescale : 3;
    unsigned count : 13;
};

int main(void) {
    struct timer t = {6, 8000};
    unsigned sum = 0;
    for (int i = 0; i < 3; i++, t.prescale++)
        sum += t.count / t.prescale; //~ FAULT division-by-zero
    printf("%u\n", sum);
    return 0;
}
