// A character array initialised by a literal that just fits.
#include <stdio.h>

static const char magic[4] = "RIFF";

int main(void) {
    const char *m = magic;
    puts(m); //~ FAULT out-of-bounds
    return 0;
}
