// A directory as a header.
#include "/tmp"
int main(void) { return 0; }
