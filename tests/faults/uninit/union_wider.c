// A union's byte is written, its word is read.
#include <stdio.h>

union word {
    unsigned char byte;
    unsigned all;
};

int main(void) {
    union word w;
    w.byte = 7;
    if (w.all < 100) //~ UNINIT
        puts("small");
    return 0;
}
