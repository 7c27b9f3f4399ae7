// A realistic use: packing and unpacking a CAN-like frame header with bit-fields by value and by pointer.
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint32_t id : 29;
    uint32_t ext : 1;
    uint32_t rtr : 1;
    uint32_t err : 1;
    uint8_t len : 4;
    uint8_t seq : 4;
    int16_t temp : 12;
    uint16_t crc_ok : 1;
} frame;

static frame make(uint32_t id, int len, int temp) {
    frame f = {.id = id, .ext = id > 0x7ff, .len = (uint8_t)(len & 15), .temp = (int16_t)(((temp & 0xfff) ^ 0x800) - 0x800)};
    return f;
}
static int score(frame f) { return (int)f.id * 2 + f.ext * 5 + f.len + f.temp; }
static void age(frame *f) { f->seq++; f->temp--; f->crc_ok = !f->crc_ok; }

int main(void) {
    frame q[4];
    for (int i = 0; i < 4; i++) q[i] = make((uint32_t)i * 900, i * 5, i * 700);
    for (int r = 0; r < 20; r++)
        for (int i = 0; i < 4; i++) age(&q[i]);
    for (int i = 0; i < 4; i++)
        printf("%u %u %u %u %u %d %u %d\n", q[i].id, q[i].ext, q[i].rtr, q[i].len, q[i].seq, q[i].temp, q[i].crc_ok, score(q[i]));
    printf("%zu\n", sizeof(frame));
    return 0;
}
