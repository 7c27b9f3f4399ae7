// A field of a malloc'ed structure is read before it was written.
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
    if (j->priority > 1000) //~ UNINIT
        j->id = 4;
    printf("%d\n", j->id > 0);
    free(j);
    return 0;
}
