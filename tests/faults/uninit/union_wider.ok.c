// Twin of union_wider.c: the correct form.
#include <stdio.h>

union word {
    unsigned char byte;
    unsigned all;
};

int main(void) {
    union word w;
    w.all = 7;
    if (w.all < 100)
        puts("small");
    return 0;
}
