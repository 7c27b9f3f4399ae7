// The plainest loop there is: one addition, one comparison, one branch. 100 million iterations.
#include <stdio.h>

int main(void) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < 100000000ul; i++)
        sum += i;
    printf("add_loop %lu\n", sum);
    return 0;
}
