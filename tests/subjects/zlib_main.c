// Packs standard input with zlib at the level given, unpacks it again, and prints sizes and checksums.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

int main(int argc, char **argv) {
    int level = argc > 1 ? atoi(argv[1]) : 6;
    size_t room = 1 << 16, n = 0, got;
    unsigned char *data = malloc(room);
    while ((got = fread(data + n, 1, room - n, stdin)) > 0) {
        n += got;
        if (n == room) data = realloc(data, room *= 2);
    }
    uLongf packed = compressBound(n), back = n;
    unsigned char *out = malloc(packed), *again = malloc(n + 1);
    if (compress2(out, &packed, data, n, level) != Z_OK) return 1;
    if (uncompress(again, &back, out, packed) != Z_OK || back != n || memcmp(again, data, n)) return 2;
    printf("%zu -> %lu, crc %08lx, adler %08lx of %08lx\n", n, packed, crc32(0, data, n), adler32(1, data, n),
           crc32(0, out, packed));
    // The stream interface, byte by byte.
    z_stream s = {0};
    if (inflateInit(&s) != Z_OK) return 3;
    unsigned long total = 0;
    for (uLongf i = 0; i < packed; i++) {
        unsigned char chunk[512];
        s.next_in = out + i;
        s.avail_in = 1;
        do {
            s.next_out = chunk;
            s.avail_out = sizeof chunk;
            int r = inflate(&s, Z_NO_FLUSH);
            if (r != Z_OK && r != Z_STREAM_END && r != Z_BUF_ERROR) return 4;
            total += sizeof chunk - s.avail_out;
        } while (s.avail_out == 0);
    }
    inflateEnd(&s);
    printf("%lu by bytes\n", total);
    free(data), free(out), free(again);
    return 0;
}
