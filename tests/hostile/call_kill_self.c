// kill of itself by SIGKILL.
#include <signal.h>
#include <unistd.h>
int main(void) { kill(getpid(), SIGKILL); for (;;) ; }
