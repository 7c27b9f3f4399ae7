// Reading and writing the process's own memory through /proc.
#include <fcntl.h>
#include <stdio.h>
#include <stdint.h>
#include <unistd.h>
static int secret = 42;
int main(void) {
    int fd = open("/proc/self/mem", O_RDWR), v = 0;
    if (fd < 0) { puts("no"); return 0; }
    pread(fd, &v, sizeof v, (off_t)(uintptr_t)&secret);
    v++;
    pwrite(fd, &v, sizeof v, (off_t)(uintptr_t)&secret);
    puts("tried");
    return 0;
}
