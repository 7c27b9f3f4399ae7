// A file that includes itself.
#include "include_loop.c"
int main(void) { return 0; }
