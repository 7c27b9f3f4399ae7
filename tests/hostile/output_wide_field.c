// One printf with a field of two billion characters.
#include <stdio.h>
int main(void) { return printf("%2147483640d\n", 1) < 0; }
