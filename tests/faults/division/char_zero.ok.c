// Twin of char_zero.c: the correct form.
#include <stdio.h>

int main(void) {
    unsigned char d = 250;
    int total = 0;
    for (int i = 0; i < 6; i++) {
        total += 100 / d;
        d = (unsigned char)(d + 1);
    }
    printf("%d\n", total);
    return 0;
}
