// The name of this file is the test.
#include <stdio.h>
int main(void) { puts("fine"); return 0; }
