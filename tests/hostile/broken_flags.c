// cflags: --no-such-flag -Wl,--also-not -std=c1492
// Flags that no compiler knows.
int main(void) { return 0; }
