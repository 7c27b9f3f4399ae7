// A handler for SIGSEGV that jumps away: the access is a fault all the same.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf env;
static void handler(int s) { (void)s; siglongjmp(env, 1); }
int main(void) {
    signal(SIGSEGV, handler);
    if (sigsetjmp(env, 1)) { puts("recovered"); return 0; }
    volatile int *p = 0;
    return *p;
}
