// expect scale: branch 3/6 unknown 3, reason an assumption on the inputs
// The condition that the program assumes excludes three outcomes, two of them its own.
void __crescendo_assume(int condition);

int scale(int x, int by) {
    __crescendo_assume(by > 0 && by < 10);
    if (by == 20)
        return 0;
    return x / by == 7;
}
