// Unions, nameless members in each other, function pointers, arrays of arrays, flexible members, recursion.
struct point { int x, y; };
struct shape {
    char kind;
    union {
        struct { struct point center; unsigned radius; };
        struct { struct point corners[2][2]; double angle; } box, *boxes[3];
        const char *label;
    };
    struct shape *next, **previous;
    int (*area)(const struct shape *, int (*round)(double));
    void (*const handlers[2])(struct shape *, ...);
    struct { short a; } inner;
};
struct message { unsigned length; struct point where; char text[]; };
struct old_message { unsigned length; char text[0]; };
struct __attribute__((aligned(32))) aligned { char c; long double big; };
struct opaque;
union view { struct shape *shape; struct opaque *opaque; unsigned char bytes[sizeof(struct point)]; };
struct message *receive(union view v, struct aligned a);
int send(struct message *m, struct old_message *o, double matrix[3][4]);
double area(struct shape *s) { return s->area(s, 0) + send(receive((union view){s}, (struct aligned){0}), 0, 0); }
