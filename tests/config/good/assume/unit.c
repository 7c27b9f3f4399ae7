// expect scale: branch 3/4 unknown 1, reason an assumption on the inputs
// The condition that the program assumes excludes one outcome.
void __crescendo_assume(int condition);

int scale(int x, int by) {
    __crescendo_assume(by > 0 && by < 10);
    if (by == 20)
        return 0;
    return x / by == 7;
}
