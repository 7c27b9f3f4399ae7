// Twin of memcpy_null.c: the correct form.
#include <stdio.h>
#include <string.h>

struct buffer {
    const char *data;
    size_t len;
};

int main(void) {
    char out[8] = "";
    struct buffer b = {NULL, 0};
    b = (struct buffer){"abc", 4};
    memcpy(out, b.data, b.len);
    puts(out);
    return 0;
}
