// Closes the standard streams and goes on using them.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    close(0); close(1); close(2);
    printf("into the void\n");
    fprintf(stderr, "and here\n");
    return getchar() == EOF ? fflush(stdout) != 0 ? 5 : 6 : 7;
}
