// Globals: tentative definitions, initialisers that refer to each other, pointers into arrays, const tables, extern.
#include <stddef.h>
#include <stdio.h>

extern int later;
int tentative;
int tentative;
static int arr[5] = {1, 2, 3, 4, 5};
int *middle = &arr[2], *end = arr + 5;
struct node { int v; struct node *next; };
extern struct node ring_b;
struct node ring_a = {1, &ring_b}, ring_b = {2, &ring_a};
static const char *const words[] = {"alpha", "beta" + 1, &"gamma"[2]};
static long diff = (long)(sizeof(arr) / sizeof(arr[0])) * 3 + 1;
static void *self = &self;
static char buf[1000];
static char *cursor = buf + sizeof buf - 1;
static const double table[3] = {1.0 / 3, 2e10, -0.0};
static int (*fn)(const char *, ...) = printf;
static struct { unsigned char *p; size_t off; } mixed = {(unsigned char *)arr + offsetof(struct node, next), sizeof(buf)};
const volatile int cv = 3;

int main(void) {
    printf("%d %d %d\n", later, tentative, *middle);
    printf("%d %d\n", (int)(end - middle), middle[-1]);
    printf("%d %d\n", ring_a.next->next->v, ring_a.next->v);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    printf("%ld %d %d\n", diff, self == &self, (int)(cursor - buf));
    fn("%.17g %g %g\n", table[0], table[1], table[2]);
    printf("%d %zu\n", *mixed.p, mixed.off);
    int s = 0;
    for (int i = 0; i < 1000; i++) s += buf[i];
    tentative += cv;
    printf("%d %d\n", s, tentative);
    {
        extern int later;
        later++;
        int tentative = 50;
        { int tentative = 60; printf("%d ", tentative); }
        printf("%d\n", tentative);
    }
    printf("%d %d\n", later, tentative);
    return 0;
}
int later = 77;
