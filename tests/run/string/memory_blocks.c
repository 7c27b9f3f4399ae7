// Block operations of many sizes and alignments, checked against byte loops.
#include <stdio.h>
#include <string.h>

static unsigned char a[300], b[300], ref[300];
static unsigned rnd = 1;
static unsigned next(void) { return rnd = rnd * 1103515245u + 12345u, rnd >> 16; }

int main(void) {
    int bad = 0;
    unsigned long sum = 0;
    for (int round = 0; round < 2000; round++) {
        unsigned from = next() % 100, to = next() % 100, n = next() % 150;
        for (int i = 0; i < 300; i++) a[i] = ref[i] = (unsigned char)next();
        switch (round % 4) {
        case 0:
            memmove(a + to, a + from, n);
            memcpy(b, ref + from, n);
            for (unsigned i = 0; i < n; i++) ref[to + i] = b[i];
            break;
        case 1:
            memcpy(b, a, 300);
            memcpy(a + to, b + from, n);
            for (unsigned i = 0; i < n; i++) ref[to + i] = b[from + i];
            break;
        case 2:
            memset(a + to, (int)from, n);
            for (unsigned i = 0; i < n; i++) ref[to + i] = (unsigned char)from;
            break;
        default: {
            memcpy(b, a, 300);
            if (n) b[from + n / 2] ^= 1;
            int want = n ? (a[from + n / 2] > b[from + n / 2]) - (a[from + n / 2] < b[from + n / 2]) : 0;
            int got = memcmp(a + from, b + from, n);
            bad += ((got > 0) - (got < 0)) != want;
        }
        }
        bad += memcmp(a, ref, 300) != 0;
        for (int i = 0; i < 300; i += 7) sum = sum * 31 + a[i];
    }
    printf("%d %lx\n", bad, sum);
    return 0;
}
