// free of a function's address.
#include <stdio.h>
#include <stdlib.h>

static void hook(void) { puts("hook"); }

struct plugin {
    void (*run)(void);
    void *state;
};

int main(void) {
    struct plugin p = {hook, malloc(10)};
    p.run();
    free((void *)p.run); //~ FAULT invalid-free
    free(p.state);
    return 0;
}
