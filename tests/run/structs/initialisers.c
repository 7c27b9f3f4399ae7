// Designated initialisers, nesting, ranges, overriding, compound literals, partial initialisation.
#include <stdio.h>

struct in { int a, b[3]; };
struct out { int x; struct in i[2]; const char *s; struct { char p, q; } n; };

static int keys[] = {[3] = 30, 40, [1] = 10, [8] = 80, 90};
static const char *const day[7] = {[0] = "sun", [6] = "sat", [2] = "tue"};
static int ranged[10] = {[2 ... 5] = 7, [9] = 1};
static struct out global = {.s = "global", .i[1].b[2] = 5, .x = 1, .n.q = 'q', .i[0] = {.b = {1, 2, 3}, .a = 4}};
static char text[8] = "abc", exact[] = {'x', 'y', 'z', 0}, brace[4] = {"hey"};
static int matrix[2][3] = {1, 2, 3, 4}, jag[][2] = {{1}, {2, 3}, {4}};
static int *compound = (int[]){1, 2, 3, 4};

static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
static int total(const struct out *o) {
    return o->x + o->i[0].a + o->i[1].a + sum(o->i[0].b, 3) * 10 + sum(o->i[1].b, 3) * 100 + o->n.p + o->n.q;
}

int main(void) {
    printf("%zu: ", sizeof keys / sizeof *keys);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) printf("%d ", keys[i]);
    putchar('\n');
    for (int i = 0; i < 7; i++) printf("%s ", day[i] ? day[i] : "-");
    putchar('\n');
    printf("%d %d\n", sum(ranged, 10), sum(compound, 4));
    printf("%d %s\n", total(&global), global.s);
    printf("%s %s %s %zu %zu %zu\n", text, exact, brace, sizeof text, sizeof exact, sizeof jag / sizeof jag[0]);
    printf("%d %d\n", matrix[1][0], matrix[1][2]);
    int n = 5;
    struct out local = {n, {{n + 1, {n, n}}}, .n = {.p = (char)n}};
    printf("%d %d %s\n", total(&local), local.i[1].b[1], local.s ? local.s : "null");
    printf("%d\n", total(&(struct out){.x = 2, .i = {[1] = {.a = n}}}));
    printf("%d\n", sum((int[]){n, n * n, [4] = n + 1}, 5));
    int big[100] = {1};
    printf("%d\n", sum(big, 100));
    for (int i = 0; i < 3; i++) {
        int *p = (int[2]){i, 1};
        p[1] += i;
        printf("%d ", p[0] + p[1]);
    }
    putchar('\n');
    struct in arr[] = {[1].b[1] = 9, [0].a = 3};
    printf("%d %d %zu\n", arr[1].b[1], arr[0].a, sizeof arr / sizeof *arr);
    double wide[3] = {1, 2.5f, 'c'};
    printf("%g %g %g\n", wide[0], wide[1], wide[2]);
    return 0;
}
