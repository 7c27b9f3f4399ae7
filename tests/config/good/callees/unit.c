// expect near: branch full
// expect top: branch full
// expect deep: branch full
// No input of the program makes `deep` 12; a stub may give it back.
static int deep(int x) { return x > 0 ? 1 : 2; }
static int near(int x) { return deep(x) == 12 ? 5 : 6; }
int top(int x) { return near(x) == 5; }
