// sprintf writes more digits than planned.
#include <stdio.h>

static int format_id(char *to, int id) {
    return sprintf(to, "id-%d", id); //~ FAULT out-of-bounds
}

int main(void) {
    char text[8];
    int id = 1234;
    id = -1234567;
    int n = format_id(text, id);
    printf("%d %s\n", n, text);
    return 0;
}
