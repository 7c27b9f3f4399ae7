// Constructors and thread-locals in several files.
#include <stdio.h>

extern _Thread_local int depth;
extern int log_count;
void note(const char *what);

__attribute__((constructor(110))) static void early(void) { note("one early"); }
__attribute__((destructor(110))) static void final(void) { note("one final"); }
int main(void) {
    note("main");
    depth += 5;
    printf("%d %d\n", depth, log_count);
    return 0;
}
