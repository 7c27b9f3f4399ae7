// Twin of write_deeper.c: the correct form.
#include <stdio.h>

struct task {
    int id;
    int *result;
};

static struct task queue[2];
static int results[2];

static void submit(int slot, int id) {
    int result = -1;
    queue[slot].id = id;
    queue[slot].result = &result;
    queue[slot].result = &results[slot];
    (void)result;
}

static void run(void) {
    int local[4] = {0, 1, 2, 3};
    for (int i = 0; i < 2; i++)
        *queue[i].result = local[i] + queue[i].id;
}

int main(void) {
    submit(0, 10);
    submit(1, 20);
    run();
    printf("%d %d\n", results[0], results[1]);
    return 0;
}
