// alloca in loops, in called functions, mixed with VLAs.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { struct node *next; int v; };

static int list(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *x = alloca(sizeof *x);
        x->v = i;
        x->next = head;
        head = x;
    }
    int s = 0;
    for (struct node *p = head; p; p = p->next) s = s * 3 + p->v;
    return s;
}
static int dup_len(const char *s) {
    char *c = __builtin_alloca(strlen(s) + 1);
    strcpy(c, s);
    for (char *p = c; *p; p++) *p ^= 32;
    int n = 0;
    while (*c) n += *c++;
    return n;
}

int main(void) {
    for (int i = 1; i < 12; i += 3) printf("%d ", list(i));
    printf("\n%d\n", dup_len("Mixed Case"));
    int t = 0;
    for (int i = 0; i < 1000; i++) { t += dup_len("x"); int v[i % 5 + 1]; v[0] = i; t += v[0]; }
    printf("%d\n", t);
    return 0;
}
