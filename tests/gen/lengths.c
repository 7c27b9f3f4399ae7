// expect sum: stop complete, assumption n <= number of elements of a
// expect copy: assumption size <= number of elements of from, stop complete
// expect down: assumption n <= number of elements of p
// expect passed: assumption count <= number of elements of values, stop complete
// expect range: stop complete
// expect member: assumption v->count <= number of elements of v->data, stop complete
// expect one_more: fault out-of-bounds
// expect long_enough: branch full
// expect refused: branch full
// expect too_long: reason --bound
/* Lengths belong to the objects they are lengths of: no access within them is out of bounds. */
#include <stddef.h>
#include <string.h>

int sum(const int *a, int n)
{
    int s = 0;
    if (!a)
        return -1;
    for (int i = 0; i < n && i < 4; i++)
        s += a[i];
    if (s == 1234)
        return 1;
    return n == 0 ? 2 : 0;
}

int copy(char *to, const char *from, size_t size)
{
    char small[16];
    if (!from || size > sizeof small)
        return -1;
    memcpy(small, from, size);
    if (size > 8 && small[7] == 'x')
        return 1;
    return 0;
}

int down(const short *p, unsigned n)
{
    int negative = 0;
    if (!p || n > 5)
        return -1;
    while (n--)
        if (*p++ < 0)
            negative++;
    return negative == 2;
}

int passed(const int *values, int count)
{
    if (count > 3)
        return -2;
    return sum(values, count) == 1 ? 1 : 0;
}

int range(const int *begin, const int *end)
{
    int n = 0;
    if (!begin || !end || end - begin > 4)
        return -1;
    for (; begin != end; begin++)
        if (*begin == 9)
            n++;
    return n == 2;
}

struct vector { int *data; int count, capacity; };

int member(const struct vector *v)
{
    if (!v || !v->data || v->count > 4)
        return -1;
    for (int i = 0; i < v->count; i++)
        if (v->data[i] == 77)
            return i;
    return -2;
}

int one_more(const int *a, int n)
{
    int s = 0;
    if (!a || n > 4)
        return -1;
    for (int i = 0; i <= n; i++)
        s += a[i];
    return s > 0;
}

int long_enough(const char *s, int len)
{
    if (!s || len < 0)
        return -1;
    for (int i = 0; i < len; i++)
        if (s[i] == '\n')
            return 1;
    if (len > 40)
        return 2;
    return 0;
}

int refused(const char *s, unsigned len)
{
    if (len > 100000)
        return -1;
    if (!s || len < 2)
        return 0;
    return s[len - 1] == '.' ? 1 : 2;
}

int too_long(const char *s, unsigned len)
{
    unsigned dots = 0;
    if (!s)
        return -1;
    for (unsigned i = 0; i < len; i++)
        dots += s[i] == '.';
    if (dots > 70) /* hard: true */
        return 1; /* hard: code */
    return 0;
}
