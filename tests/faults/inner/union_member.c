// sanitizers: blind
// An array inside a union, followed by another member of the structure.
#include <stdio.h>

struct message {
    union {
        unsigned char bytes[8];
        unsigned words[2];
    } u;
    unsigned check;
};

int main(void) {
    struct message m = {{{0}}, 99};
    int n = 2;
    n++;
    for (int i = 0; i < n; i++)
        m.u.words[i] = 0x01010101u * (unsigned)i; //~ FAULT out-of-bounds
    printf("%u %u\n", m.u.bytes[7], m.check);
    return 0;
}
