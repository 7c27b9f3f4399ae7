// A library function reads a buffer that nobody filled.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[32];
    memset(buf, 'x', 4);
    buf[31] = '\0';
    size_t n = strlen(buf); //~ UNINIT
    printf("%d\n", n >= 4 && n < 32);
    return 0;
}
