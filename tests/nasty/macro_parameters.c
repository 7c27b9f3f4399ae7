// Parameters whose names the file makes macros of, later: a stub's or a driver's declaration must not use them.
#define OF(args) args

int insert OF((int head, unsigned near, char *basename));
extern int outside OF((int head, int prev));
int insert_if OF((int head, unsigned near));

static unsigned short window[64];

#define head (window + 32)
#define near 3
#define prev window
#define basename(path) (path)

int first_of(int at)
{
    if (at < 0 || at > 31)
        return -1;
    return head[at] == prev[at];
}

#undef head
int insert(int head, unsigned after, char *name)
{
    if (head < 0)
        return -1;
    if (name && name[0] == '/')
        return outside(head, (int)after);
    return head + (int)after;
}
#define head (window + 32)

int insert_if(which, after)
    int which;
    unsigned after;
{
    if (after == near)
        return insert(which, after, (char *)"/x");
    return 0;
}
