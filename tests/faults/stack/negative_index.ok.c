// Twin of negative_index.c: the correct form.
#include <stdio.h>

int main(void) {
    unsigned counts[10] = {0};
    const char *text = "31415492653";
    unsigned *p = counts;
    for (const char *s = text; *s; s++)
        p[*s - '0']++;
    printf("%u %u\n", counts[1], counts[5]);
    return 0;
}
