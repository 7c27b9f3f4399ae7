// A destructor that never ends.
__attribute__((destructor)) static void bye(void) { volatile int x = 0; for (;;) x++; }
int main(void) { return 0; }
