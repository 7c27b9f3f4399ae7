// Making a data page executable.
#include <stdint.h>
#include <sys/mman.h>
static unsigned char page[8192];
int main(void) {
    void *p = (void *)(((uintptr_t)page + 4095) & ~(uintptr_t)4095);
    return mprotect(p, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0 ? 0 : 3;
}
