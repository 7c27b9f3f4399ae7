// Twin of null_call.c: the correct form.
#include <stdio.h>

struct ops {
    int (*open)(int);
    int (*close)(int);
};

static int do_open(int n) { return n + 1; }
static int do_close(int n) { return n - 1; }

int main(void) {
    struct ops o = {do_open, do_close};
    int h = o.open(4);
    h = o.close(h);
    printf("%d\n", h);
    return 0;
}
