/* Outcomes that no input reaches are proved so. */
int never(int x)
{
    if (x > 10) {
        if (x < 5)          /* dead: true */
            return 1;       /* dead: code */
        return 2;
    }
    return 0;
}
