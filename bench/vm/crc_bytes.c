// CRC-32, bit by bit and by table, over a buffer of bytes.
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 1 << 16 };
static uint8_t buf[SIZE];
static uint32_t table[256];

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
    for (int i = 0; i < SIZE; i++)
        buf[i] = (uint8_t)(i * 7 ^ i >> 5);
    uint32_t fast = ~0u, slow = ~0u;
    for (int round = 0; round < 250; round++)
        for (int i = 0; i < SIZE; i++)
            fast = table[(fast ^ buf[i]) & 255] ^ fast >> 8;
    for (int round = 0; round < 30; round++)
        for (int i = 0; i < SIZE; i++) {
            slow ^= buf[i];
            for (int k = 0; k < 8; k++)
                slow = slow >> 1 ^ (0xedb88320u & -(slow & 1));
        }
    printf("crc_bytes %08x %08x\n", fast, slow);
    return 0;
}
