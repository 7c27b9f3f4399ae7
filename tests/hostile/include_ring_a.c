// A ring of two files.
#include "include_ring_b.h"
int main(void) { return 0; }
