// Null pointers in legal use: comparison, offsetof by hand, conditional access, free, optional arguments.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct s { char c; int a[3]; double d; };

static const char *or_empty(const char *s) { return s ? s : ""; }

int main(void) {
    struct s *p = NULL, x = {'x', {1, 2, 3}, 4};
    printf("%d %d\n", p == NULL, sizeof(p->a) == 12);
    printf("%zu %zu\n", offsetof(struct s, d), (size_t)&((struct s *)&x)->d - (size_t)&x);
    printf("[%s][%s]\n", or_empty(NULL), or_empty("text"));
    free(p);
    char *e, *n = NULL;
    printf("%ld %ld\n", strtol("12", NULL, 10), strtol("34x", &e, 10));
    printf("%c\n", *e);
    n = realloc(NULL, 10);
    strcpy(n, "fresh");
    puts(n);
    free(n);
    printf("%d\n", snprintf(NULL, 0, "%s", "count me"));
    printf("%d\n", time(NULL) > 0);
    printf("%d\n", p ? p->a[0] : -1);
    printf("%d\n", p && p->c == 'x');
    void (*f)(void) = NULL;
    printf("%d\n", f == NULL);
    int *q[3] = {NULL};
    printf("%d\n", q[0] == q[2]);
    if (!setvbuf(stdout, NULL, _IOFBF, 4096)) puts("buffered");
    fflush(NULL);
    return 0;
}
