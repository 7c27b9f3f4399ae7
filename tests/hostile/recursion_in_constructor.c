// A constructor that never comes back.
#include <stdio.h>
static int depth(int n) { return depth(n + 1) + 1; }
__attribute__((constructor)) static void start(void) { printf("%d\n", depth(0)); }
int main(void) { return 0; }
