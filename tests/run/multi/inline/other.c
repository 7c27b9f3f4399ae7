#include "inl.h"

int call_other(int x) { return cube(x) + 1; }
int (*address_of_cube(void))(int) { return cube; }
int counter_next(void) { static int n; return ++n; }
