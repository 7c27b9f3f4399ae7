// Constructors and destructors with and without priorities, atexit handlers, and their order.
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(300))) static void c300(void) { printf("c300 %d\n", order++); }
__attribute__((constructor(101))) static void c101(void) { printf("c101 %d\n", order++); }
__attribute__((constructor(200))) static void c200(void) { printf("c200 %d\n", order++); }
__attribute__((constructor)) static void plain(void) { printf("plain %d\n", order++); }
__attribute__((constructor)) static void plain2(void) { printf("plain2 %d\n", order++); }
__attribute__((destructor(101))) static void d101(void) { printf("d101 %d\n", order++); }
__attribute__((destructor(300))) static void d300(void) { printf("d300 %d\n", order++); }
__attribute__((destructor)) static void dplain(void) { printf("dplain %d\n", order++); }

static void bye1(void) { printf("bye1 %d\n", order++); }
static void nested(void) { printf("nested %d\n", order++); }
static void bye2(void) { printf("bye2 %d\n", order++); atexit(nested); }

int main(void) {
    atexit(bye1);
    atexit(bye2);
    atexit(bye1);
    printf("main %d\n", order++);
    return 0;
}
