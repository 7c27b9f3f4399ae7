// A constructor ends the program before main.
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void first(void) { puts("leaving"); exit(3); }
int main(void) { puts("never"); return 0; }
