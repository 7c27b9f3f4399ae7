// Twin of strchr_past_end.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("key=value");
    if (!s) return 1;
    char *p = strchr(s, '=');
    p += 6;
    char *q = strchr(p, '=');
    puts(q ? "more" : "done");
    free(s);
    return 0;
}
