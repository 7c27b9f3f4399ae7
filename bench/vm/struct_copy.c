// Structures passed, returned and assigned by value; members updated through pointers.
#include <stdio.h>

struct vec {
    double x, y, z;
};
struct body {
    struct vec pos, vel;
    int id, hits;
    char name[24];
};

static struct vec add(struct vec a, struct vec b) {
    struct vec r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}
static struct body step(struct body b) {
    b.pos = add(b.pos, b.vel);
    if (b.pos.x > 100 || b.pos.x < 0) {
        b.vel.x = -b.vel.x;
        b.hits++;
    }
    return b;
}

int main(void) {
    struct body all[16], tmp;
    for (int i = 0; i < 16; i++) {
        struct body b = {{i, i * 2, 0}, {1 + i / 8.0, 0.5, 0.25}, i, 0, "body"};
        all[i] = b;
    }
    for (int round = 0; round < 4000000; round++) {
        struct body *p = &all[round % 16], *q = &all[(round * 7 + 3) % 16];
        *p = step(*p);
        *q = step(*q);
        tmp = *p;
        *p = *q;
        *q = tmp;
    }
    long hits = 0;
    double x = 0;
    for (int i = 0; i < 16; i++) {
        hits += all[i].hits * (all[i].id + 1);
        x += all[i].pos.x;
    }
    printf("struct_copy %ld %.6f\n", hits, x);
    return 0;
}
