// Taking all limits off.
#include <stdio.h>
#include <sys/resource.h>
int main(void) {
    struct rlimit r = {RLIM_INFINITY, RLIM_INFINITY};
    int a = setrlimit(RLIMIT_AS, &r), b = setrlimit(RLIMIT_STACK, &r), c = setrlimit(RLIMIT_CPU, &r);
    printf("%d\n", a <= 0 && b <= 0 && c <= 0);
    return 0;
}
