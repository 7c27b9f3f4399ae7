// The undefined function is never called.
#include <stdio.h>
int nobody_defines_this(int);
int main(int argc, char **argv) { (void)argv; if (argc > 1000) return nobody_defines_this(argc); puts("fine"); return 0; }
