// Twin of function.c: the correct form.
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
    free(p.state);
    return 0;
}
