// The user data of a callback points to a frame that is gone.
#include <stdio.h>

static void (*registered)(void *);
static void *data;

static void print_total(void *p) {
    int *total = p;
    printf("%d\n", *total + 1); //~ FAULT use-after-return
}

static void setup(void) {
    int total = 41;
    registered = print_total;
    data = &total;
    registered(data);
}

int main(void) {
    setup();
    registered(data);
    return 0;
}
