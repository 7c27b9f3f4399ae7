// Reading /dev/zero for ever.
#include <stdio.h>
int main(void) {
    FILE *f = fopen("/dev/zero", "r");
    if (!f) return 3;
    unsigned long n = 0;
    while (fgetc(f) == 0) n++;
    return 4;
}
