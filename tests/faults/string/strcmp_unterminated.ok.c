// Twin of strcmp_unterminated.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *tag = malloc(4);
    if (!tag) return 1;
    memcpy(tag, "GET ", 4);
    int r = strncmp(tag, "GET /index.html", 4);
    printf("%d\n", r);
    free(tag);
    return 0;
}
