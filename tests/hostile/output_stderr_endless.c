// Endless output to stderr, byte by byte.
#include <stdio.h>
int main(void) { for (;;) fputc('x', stderr); }
