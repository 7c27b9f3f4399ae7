#include "shared.h"

static int value = 100;
static int helper(int x) { return x * 1000 + value; }
int from_b(int x) { value++; return helper(x); }
int header_from_b(int x) { return in_header(x) + in_header(x); }
const char *where_b(void) { static const char name[] = "b"; return name; }
