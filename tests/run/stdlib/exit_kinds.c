// on_exit gets the status and its argument; handlers run last in, first out, also those added while leaving.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static void third(void) { puts("added late"); }
static void first(void) { puts("first registered"); }
static void second(void) {
    puts("second registered");
    atexit(third);
}
static void with_status(int status, void *arg) { printf("status %d, %s\n", status, (char *)arg); }
static void quick(void) { puts("never"); }

int main(void) {
    atexit(first);
    at_quick_exit(quick);
    on_exit(with_status, "argument");
    atexit(second);
    printf("leaving\n");
    exit(300);
}
