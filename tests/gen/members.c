// expect text: stop complete
// expect either: stop complete
/* Unions with pointers, arrays at the end of structs, enums, long double, complex, vectors. */
#include <complex.h>
#include <string.h>

struct value { int kind; union { long number; const char *text; double real; } u; };

int text(const struct value *v)
{
    if (!v)
        return -1;
    if (v->kind == 1)
        return v->u.number == 123456789 ? 1 : 2;
    if (v->kind == 2)
        return v->u.text && v->u.text[0] == 'q' ? 3 : 4;
    if (v->kind == 3)
        return v->u.real > 2.5 ? 5 : 6;
    return 0;
}

struct two { char *name; char *other; };
union mixed { struct two pair; int small; };

int either(union mixed m, int which)
{
    if (which == 1)
        return m.small == 42;
    if (which == 2 && m.pair.name && m.pair.other)
        return m.pair.name[0] == 'a' && m.pair.other[0] == 'b';
    return 0;
}

struct packet { unsigned char count; unsigned short data[]; };

int flexible(const struct packet *p)
{
    if (!p)
        return -1;
    for (int i = 0; i < p->count && i < 4; i++)
        if (p->data[i] == 0xbeef)
            return 1;
    return 0;
}

enum level { LOW = 3, HIGH = 9 };

int levels(enum level l)
{
    switch (l) {
    case LOW:
        return 1;
    case HIGH:
        return 2;
    default:
        return 0;
    }
}

int extended(long double x)
{
    return x == 1.5L ? 1 : 0;
}

int imaginary(double complex z)
{
    if (creal(z) == 2.0 && cimag(z) == -3.0)
        return 1;
    return 0;
}

typedef int four __attribute__((vector_size(16)));

int lanes(four v)
{
    return v[1] == 7 && v[3] == -7;
}

struct opaque;

int hidden(struct opaque *a, struct opaque *b)
{
    if (!a)
        return -1;
    return a == b;
}
