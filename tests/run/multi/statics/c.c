#include "shared.h"

static struct { int x; } value = {-5};
static int helper(int x, int y) { return x - y + value.x; }
int from_c(int x) { value.x--; return helper(x, 3); }
