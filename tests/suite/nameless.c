/* Types without a name. */
extern const struct {
    int a, b;
} limits;
extern struct {
    int seen;
} state;

int check(int x)
{
    if (x > state.seen)
        return 1;
    return x < limits.a;
}

int of_parameter(struct { int a; } *p, int x)
{
    if (!p)
        return -1;
    return x > 3;
}
