// An endless loop without any effect.
int main(void) { volatile int stop = 0; while (!stop) ; return 0; }
