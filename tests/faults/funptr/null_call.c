// A call through a null function pointer.
#include <stdio.h>

struct ops {
    int (*open)(int);
    int (*close)(int);
};

static int do_open(int n) { return n + 1; }

int main(void) {
    struct ops o = {do_open, 0};
    int h = o.open(4);
    h = o.close(h); //~ FAULT bad-function-pointer
    printf("%d\n", h);
    return 0;
}
