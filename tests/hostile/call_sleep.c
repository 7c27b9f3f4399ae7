// Sleeping for a year. (Time in the tool is not the machine's.)
#include <stdio.h>
#include <unistd.h>
int main(void) { unsigned left = sleep(31536000); printf("%d\n", left <= 31536000); return 0; }
