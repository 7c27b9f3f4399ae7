// fwrite of more than the object holds.
#include <stdio.h>

int main(void) {
    char text[12] = "hello world";
    const char *p = text;
    size_t n = fwrite(p, 1, 16, stdout); //~ FAULT out-of-bounds
    printf("\n%zu\n", n);
    return 0;
}
