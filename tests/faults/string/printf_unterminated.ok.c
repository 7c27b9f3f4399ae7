// Twin of printf_unterminated.c: the correct form.
#include <stdio.h>
#include <string.h>

static void show(const char *code) {
    printf("code %s\n", code);
}

int main(void) {
    char code[5] = {0};
    memcpy(code, "E404", 4);
    show(code);
    return 0;
}
