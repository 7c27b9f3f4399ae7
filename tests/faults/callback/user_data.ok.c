// Twin of user_data.c: the correct form.
#include <stdio.h>

static void (*registered)(void *);
static void *data;

static void print_total(void *p) {
    int *total = p;
    printf("%d\n", *total + 1);
}

static void setup(void) {
    static int total = 41;
    registered = print_total;
    data = &total;
    registered(data);
}

int main(void) {
    setup();
    registered(data);
    return 0;
}
