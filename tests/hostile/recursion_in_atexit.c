// An exit handler that registers itself for ever.
#include <stdlib.h>
static void again(void) { atexit(again); }
int main(void) { atexit(again); return 0; }
