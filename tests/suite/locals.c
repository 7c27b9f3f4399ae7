/* Callees that write to variables of their caller what they cannot find for inputs within their bounds: with stubs in their place
   tests write it too, through the pointers that the stubs are given. */

struct span {
    const char *name;
    unsigned short from, to;
    unsigned is_open : 1;
    unsigned level : 3;
};

static void measure(const char *s, int *length)
{
    int n = 0;
    while (s[n] != 0)
        n++;
    *length = n;
}

static int find_span(const char *s, int from, struct span *found, double *weight)
{
    int n = 0;
    while (s[n] != 0)
        n++;
    found->name = s;
    found->from = (unsigned short)from;
    found->to = (unsigned short)n;
    found->is_open = n > 500;
    found->level = 0;
    *weight = n / 2.0;
    return n > 0;
}

int is_long(const char *s)
{
    int length = -1;
    measure(s, &length);
    if (length > 500)
        return length == 777 ? 2 : 1;
    return 0;
}

int spans(const char *s)
{
    struct span one;
    double weight = 0;
    if (!find_span(s, 1, &one, &weight))
        return -1;
    if (one.is_open && one.to > 600)
        return weight > 1000.0 ? 3 : 2;
    return one.from;
}

/* Several calls, each with a value of its own. */
int sum_is_large(const char *a, const char *b)
{
    int first, second;
    measure(a, &first);
    measure(b, &second);
    return first + second > 700 && first < second;
}
