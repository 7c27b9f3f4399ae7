// Threads.
#include <pthread.h>
#include <stdio.h>
static void *work(void *p) { ++*(int *)p; return p; }
int main(void) {
    int n = 0;
    pthread_t t;
    if (pthread_create(&t, NULL, work, &n) == 0) pthread_join(t, NULL);
    puts("end");
    return 0;
}
