// Twin of overwritten.c: the correct form.
#include <stdio.h>
#include <string.h>

union slot {
    char text[8];
    const int *number;
};

int main(void) {
    static const int seven = 7;
    union slot s;
    s.number = &seven;
    printf("%d\n", *s.number);
    return 0;
}
