// A fuzz harness over a parser that reads one byte too many.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int parse(const uint8_t *d, size_t n)
{
    uint32_t magic;
    if (n < 8)
        return 0;
    memcpy(&magic, d, 4);
    if (magic != 0xdeadbeef)
        return 1;
    if (d[4] + d[5] == 300 && n > 12)
        return d[n];
    return 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parse(data, size);
    return 0;
}
