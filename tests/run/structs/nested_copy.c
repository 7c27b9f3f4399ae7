// Assignment of nested structures and arrays of structures; copies are independent; self-assignment.
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct rect { struct point min, max; char name[12]; };
struct scene { struct rect r[3]; int n; struct { double scale; struct point origin; } view; };

static struct scene shift(struct scene s, int by) {
    for (int i = 0; i < s.n; i++) s.r[i].min.x += by;
    s.view.origin = s.r[0].max;
    return s;
}
static void show(const struct scene *s) {
    for (int i = 0; i < s->n; i++)
        printf("[%d,%d %d,%d %s]", s->r[i].min.x, s->r[i].min.y, s->r[i].max.x, s->r[i].max.y, s->r[i].name);
    printf(" %g %d,%d\n", s->view.scale, s->view.origin.x, s->view.origin.y);
}

int main(void) {
    struct scene a = {{{{1, 2}, {3, 4}, "one"}, {{5, 6}, {7, 8}, "two"}, {{9, 10}, {11, 12}, "three"}}, 3, {1.5, {0, 0}}};
    struct scene b = a;
    b.r[1] = b.r[2];
    strcpy(b.r[0].name, "changed");
    show(&a);
    show(&b);
    struct scene c = shift(b, 100);
    show(&b);
    show(&c);
    struct rect *p = &c.r[1], *q = &c.r[1];
    *p = *q;
    show(&c);
    struct rect t = c.r[0];
    c.r[0] = c.r[2];
    c.r[2] = t;
    show(&c);
    printf("%d\n", shift(c, 1).r[2].min.x);
    printf("%d\n", (c = a, c.r[1].max.y));
    struct point pts[2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    struct point row[2];
    memcpy(row, pts[1], sizeof row);
    printf("%d %d\n", row[0].x, row[1].y);
    return 0;
}
