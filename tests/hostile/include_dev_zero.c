// An endless file as a header.
#include "/dev/zero"
int main(void) { return 0; }
