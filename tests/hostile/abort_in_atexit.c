// abort inside an exit handler.
#include <stdlib.h>
static void last(void) { abort(); }
int main(void) { atexit(last); return 0; }
