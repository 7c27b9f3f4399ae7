// A file that an argument names, with a header, a length and a checksum.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reach_error(void) { abort(); }

int main(int argc, char **argv)
{
    unsigned char head[6], data[64];
    unsigned sum = 0;
    FILE *f;
    if (argc != 3 || strcmp(argv[1], "-c") != 0) {
        fprintf(stderr, "usage: %s -c FILE\n", argv[0]);
        return 2;
    }
    f = fopen(argv[2], "rb");
    if (!f) {
        perror(argv[2]);
        return 1;
    }
    if (fread(head, 1, sizeof head, f) != sizeof head || memcmp(head, "RIF1", 4) != 0)
        return 3;
    if (head[4] > sizeof data || fread(data, 1, head[4], f) != head[4])
        return 4;
    for (int i = 0; i < head[4]; i++)
        sum += data[i];
    if (head[4] > 3 && (sum & 0xff) == head[5] && data[2] == 'k')
        reach_error();
    return 0;
}
