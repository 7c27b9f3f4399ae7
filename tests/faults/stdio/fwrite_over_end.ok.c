// Twin of fwrite_over_end.c: the correct form.
#include <stdio.h>

int main(void) {
    char text[12] = "hello world";
    const char *p = text;
    size_t n = fwrite(p, 1, 11, stdout);
    printf("\n%zu\n", n);
    return 0;
}
