/* Operands that C evaluates in any order: what rests on clang's order says so, and only that. */

static int count;
static int next(void) { return count++; }
static int minus(int a, int b) { return a - b; }
static int twice(int a) { return 2 * a; }

int arguments(void)
{
    count = 0;
    if (minus(next(), next()) == 1) /* dead if evaluation-order: true */
        return 42;                  /* dead if evaluation-order: code */
    return 1;
}

int operands(void)
{
    count = 0;
    if (next() - next() > 0) /* dead if evaluation-order: true */
        return 42;           /* dead if evaluation-order: code */
    return 1;
}

int beside_a_read(void)
{
    count = 0;
    if (count + next() == 1) /* dead if evaluation-order: true */
        return 42;           /* dead if evaluation-order: code */
    return 1;
}

int in_a_condition(int a)
{
    count = 0;
    int difference = minus(a ? next()
                             : 0, next());
    if (difference == 1) /* dead if evaluation-order: true */
        return 42;       /* dead if evaluation-order: code */
    return 1;
}

int through_a_callee(void)
{
    if (operands() == 42) /* dead if evaluation-order: true */
        return 42;        /* dead if evaluation-order: code */
    return 1;
}

/* No call here disturbs another one, or `&&` and `;` say which comes first. */
int in_order(int a)
{
    count = 0;
    if (twice(a & 7) + twice(a & 7) > 28) /* dead: true */
        return 42;                        /* dead: code */
    if (next() + 1 == 1) /* dead: false */
        if (next() == 0) /* dead: true */
            return 43;   /* dead: code */
    return 1;
}
