// Twin of atexit_freed.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *status;

static void report(void) {
    if (status)
        printf("%c\n", status[0]);
}

int main(void) {
    status = strdup("ok");
    if (!status) return 1;
    if (atexit(report)) return 1;
    puts("end");
    free(status);
    status = NULL;
    return 0;
}
