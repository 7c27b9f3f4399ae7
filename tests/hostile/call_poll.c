// poll and select without a timeout on nothing.
#include <poll.h>
#include <sys/select.h>
int main(void) { poll(0, 0, -1); select(0, 0, 0, 0, 0); return 0; }
