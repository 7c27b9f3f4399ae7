/* Outcomes no test of ours reaches because the driver's inputs end somewhere: unknown, never infeasible. */

int long_text(const char *s)
{
    if (!s)
        return -1;
    int n = 0;
    while (s[n])
        n++;
    if (n > 1000) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int far_element(const int *p)
{
    if (!p)
        return -1;
    if (p[5000] == 3) /* hard: both */
        return 1; /* hard: code */
    return 0; /* hard: code */
}

struct node { int value; struct node *next; };

int long_list(const struct node *n)
{
    int length = 0;
    for (; n; n = n->next)
        length++;
    if (length == 9) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int late_element(const unsigned char a[200])
{
    if (a && a[150] == 9) /* hard: second both */
        return 1; /* hard: code */
    return 0;
}
