// raise(SIGSEGV) without any bad access.
#include <signal.h>
int main(void) { raise(SIGSEGV); return 0; }
