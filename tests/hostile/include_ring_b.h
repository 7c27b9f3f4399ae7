#include "include_ring_a.c"
