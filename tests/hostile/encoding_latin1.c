// Latin-1 in a comment (é) and in a string.
#include <stdio.h>
int main(void) { printf("%d\n", (unsigned char)"é"[0]); return 0; }
