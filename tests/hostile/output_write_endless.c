// Endless output by write(2), a megabyte at a time.
#include <unistd.h>
static char block[1 << 20];
int main(void) { for (;;) if (write(1, block, sizeof block) < 0) return 0; }
