// options: --globals initial
// expect limit: branch 1/2 infeasible 1
/* Globals that start from their initialisers. */
int level = 3;
static int *hook;

int limit(void)
{
    if (level != 3) /* dead: true */
        return 1; /* dead: code */
    return 0;
}

int changes(int n)
{
    level += n;
    if (level == 50)
        return 1;
    return hook ? 2 : 0; /* dead: true */
}
