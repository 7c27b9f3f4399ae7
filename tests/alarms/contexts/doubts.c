/* True faults that the search of the caller may not see: none of them is called proved, nor false where it was cut short. */

static int divide(int d)
{
    return 100 / d; //~ divide division-by-zero confirmed native; aliased division-by-zero confirmed native
}

/* `p` and `q` may be the same. */
int aliased(int *p, int *q)
{
    *p = 1; //~ aliased null-dereference open unit
    *q = 0; //~ aliased null-dereference open unit
    return divide(*p);
}

static int row[2];

static int at(int i)
{
    return row[i]; //~ at out-of-bounds open unit
}

/* The third call fails; the search makes two. */
int counted(void)
{
    static int n;
    return at(n++);
}

static int cell[4];

static int look(int i)
{
    return cell[i]; //~ look out-of-bounds false explored
}

/* Nobody wrote `i`. */
int unwritten(int c)
{
    int i;
    if (c > 5)
        i = 1;
    return look(i);
}

static int value[3];

static int far(int i)
{
    return value[i]; //~ far out-of-bounds open unit
}

int unknown(void);

/* Nobody knows what `unknown` changes. */
int stubbed(int *i)
{
    *i = 1; //~ stubbed null-dereference open unit
    unknown();
    return far(*i);
}
