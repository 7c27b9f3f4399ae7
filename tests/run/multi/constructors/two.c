#include <stdio.h>

_Thread_local int depth = 37;
int log_count;
void note(const char *what) { printf("%d %s\n", log_count++, what); }
__attribute__((constructor(105))) static void early(void) { note("two early"); }
__attribute__((destructor(120))) static void final(void) { note("two final"); }
