// A pointer whose bytes were overwritten with text.
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
    memcpy(s.text, "overflow", 8);
    printf("%d\n", *s.number); //~ FAULT wild-pointer
    return 0;
}
