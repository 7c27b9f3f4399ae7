// Twin of memcpy_source.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *msg = "bleed";
    size_t claimed = 6;
    char *reply = malloc(claimed);
    if (!reply) return 1;
    memcpy(reply, msg, claimed);
    puts(reply);
    free(reply);
    return 0;
}
