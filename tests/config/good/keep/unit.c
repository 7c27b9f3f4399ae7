// expect top: branch 1/2 infeasible 1
// expect mixed: branch full
// One callee stays, though all others are stubs: what it cannot give back is proved.
static int kept(int x) { return x > 0 ? 1 : 2; }
static int other(int x) { return x ? 1 : 2; }
int top(int x) {
    if (kept(x) == 12)
        return 1;
    return 2;
}
int mixed(int x) {
    if (other(x) == 12)
        return 1;
    return 2;
}
