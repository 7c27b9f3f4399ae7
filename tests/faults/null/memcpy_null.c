// memcpy from a null source.
#include <stdio.h>
#include <string.h>

struct buffer {
    const char *data;
    size_t len;
};

int main(void) {
    char out[8] = "";
    struct buffer b = {NULL, 0};
    b.len = 4;
    memcpy(out, b.data, b.len); //~ FAULT null-dereference
    puts(out);
    return 0;
}
