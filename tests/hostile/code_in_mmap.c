// Executable memory from mmap.
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
int main(void) {
    void *p = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 42;
    memcpy(p, "\xb8\x2a\0\0\0\xc3", 6);
    return ((int (*)(void))p)();
}
