// expect back: stop complete, faults 0
// expect beside: stop complete
/* Two writes to one place that inputs choose: what no input changes any more is a plain value again. */

int back(unsigned i, int v)
{
    int a[2] = {0, 0};
    if (i > 1)
        return -1;
    a[i] = v;
    if (a[0] > 5)
        return 1;
    a[i] = 0;
    if (a[i] == 0) /* dead: false */
        v++;
    if (a[1] == 0) /* dead: false */
        return 2;
    return 3; /* dead: code */
}

struct column { int table; int sorter; };

int beside(struct column *c, unsigned n, int group)
{
    if (!c || n > 3)
        return -1;
    c[n].sorter = -1;
    if (group > 7)
        c[n].sorter = 0;
    if (c[n].sorter < 0)
        return 1;
    return 2;
}
