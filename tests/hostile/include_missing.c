// A header that does not exist.
#include "no/such/header-of-crescendo.h"
int main(void) { return 0; }
