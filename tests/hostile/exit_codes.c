// An exit status beyond eight bits is cut.
#include <stdlib.h>
int main(void) { exit(0x1234567 ^ 0x62); }
