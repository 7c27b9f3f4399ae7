// Division of small types; the divisor becomes zero by truncation.
#include <stdio.h>

int main(void) {
    unsigned char d = 250;
    int total = 0;
    for (int i = 0; i < 10; i++) {
        total += 100 / d; //~ FAULT division-by-zero
        d = (unsigned char)(d + 1);
    }
    printf("%d\n", total);
    return 0;
}
