// memcpy reads past the end of the source.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *msg = "bleed";
    size_t claimed = 6;
    claimed = 40;
    char *reply = malloc(claimed);
    if (!reply) return 1;
    memcpy(reply, msg, claimed); //~ FAULT out-of-bounds
    puts(reply);
    free(reply);
    return 0;
}
