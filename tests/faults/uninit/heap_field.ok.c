// Twin of heap_field.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct job {
    int id;
    int priority;
};

int main(void) {
    struct job *j = malloc(sizeof *j);
    if (!j) return 1;
    j->id = 3;
    j->priority = 1;
    if (j->priority > 1000)
        j->id = 4;
    printf("%d\n", j->id > 0);
    free(j);
    return 0;
}
