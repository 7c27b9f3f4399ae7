// memcpy carries the lack of a value along; reading the copy shows it.
#include <stdio.h>
#include <string.h>

struct header {
    char kind;
    int length;
};

int main(void) {
    struct header a, b;
    a.kind = 'k';
    memcpy(&b, &a, sizeof b);
    int n = b.kind == 'k';
    if (b.length == 12) //~ UNINIT
        n++;
    printf("%d\n", n > 0);
    return 0;
}
