// A handler for SIGSEGV that returns to the faulting access for ever.
#include <signal.h>
static void handler(int s) { (void)s; }
int main(void) { signal(SIGSEGV, handler); volatile int *p = 0; return *p; }
