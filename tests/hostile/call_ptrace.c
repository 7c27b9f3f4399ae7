// ptrace of itself.
#include <stdio.h>
#include <sys/ptrace.h>
int main(void) {
    long r = ptrace(PTRACE_TRACEME, 0, 0, 0);
    printf("%d\n", r == 0 || r == -1);
    return 0;
}
