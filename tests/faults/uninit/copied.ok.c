// Twin of copied.c: the correct form.
#include <stdio.h>
#include <string.h>

struct header {
    char kind;
    int length;
};

int main(void) {
    struct header a, b;
    a.kind = 'k';
    a.length = 12;
    memcpy(&b, &a, sizeof b);
    int n = b.kind == 'k';
    if (b.length == 12)
        n++;
    printf("%d\n", n > 0);
    return 0;
}
