// expect nothing: tests 1
// expect one: tests 1
// expect crashing: fault division-by-zero, tests 2
/* Functions without branches have a test, and one that ends normally. */
void nothing(void) {}

int one(int a) { return a + 1; }

int crashing(int a) { return 100 / a; }
