// main without a return statement gives 0; output without a newline is flushed.
#include <stdio.h>

int main(void) {
    printf("partial line");
}
