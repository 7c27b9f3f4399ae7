// strchr started behind the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("key=value");
    if (!s) return 1;
    char *p = strchr(s, '=');
    p += 6;
    p++;
    char *q = strchr(p, '='); //~ FAULT out-of-bounds
    puts(q ? "more" : "done");
    free(s);
    return 0;
}
