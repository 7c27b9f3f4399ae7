// expect overwritten: statement 4/5 conditional 1, stop complete, hypothesis do not overlap
// expect copied: statement 4/5 conditional 1, stop complete
// expect other: statement 4/5 conditional 1, stop conditional
// What is accepted, with a reason, no longer stands between a function and `complete`; it is still listed.
int overwritten(int *a, char *b) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    return 0;
}

int copied(int *a, char *b) {
    *b = 2;
    *a = 1;
    if (*b != 2)
        return 1;
    return 0;
}

static int count;
static int next(void) { return count++; }

int other(void) {
    count = 0;
    int n = next() - next();
    if (n == 1)
        return 1;
    return 0;
}
