// An alarm that should break an endless loop after one second.
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void ring(int s) { (void)s; stop = 1; }
int main(void) { signal(SIGALRM, ring); alarm(1); while (!stop) ; return 9; }
