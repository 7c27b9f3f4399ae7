// Twin of sprintf_overflow.c: the correct form.
#include <stdio.h>

static int format_id(char *to, int id) {
    return sprintf(to, "id-%d", id);
}

int main(void) {
    char text[8];
    int id = 1234;
    int n = format_id(text, id);
    printf("%d %s\n", n, text);
    return 0;
}
