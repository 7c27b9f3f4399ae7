// exit inside an exit handler (undefined by the standard, glibc goes on).
#include <stdlib.h>
static void last(void) { exit(4); }
int main(void) { atexit(last); return 1; }
