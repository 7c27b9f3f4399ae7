// Layout of bit-fields: zero width, packed, crossing unit boundaries, unions with the raw bytes.
#include <stdio.h>
#include <string.h>

struct plain { unsigned a : 20, b : 20, c : 24; };
struct zero { unsigned char a : 3; unsigned : 0; unsigned char b : 3; };
struct __attribute__((packed)) packed { unsigned a : 5, b : 11, c : 30; unsigned char d; unsigned e : 3; };
struct mixed { char t; short s : 9; int i : 5; long l : 33; char z; };
struct unnamed { unsigned a : 4, : 4, b : 8, : 12, c : 4; };
struct one { unsigned long long x : 63, y : 1; };

static void dump(const char *name, const void *p, size_t n) {
    printf("%s %zu:", name, n);
    for (size_t i = 0; i < n; i++) printf(" %02x", ((const unsigned char *)p)[i]);
    putchar('\n');
}
#define FILL(T, ...) do { T v; memset(&v, 0, sizeof v); __VA_ARGS__; dump(#T, &v, sizeof v); } while (0)

int main(void) {
    FILL(struct plain, v.a = 0xabcde; v.b = 0x12345; v.c = 0xfedcba);
    FILL(struct zero, v.a = 5; v.b = 6);
    FILL(struct packed, v.a = 17; v.b = 0x5a5; v.c = 0x2aaaaaaa; v.d = 0xee; v.e = 5);
    FILL(struct mixed, v.t = 1; v.s = -3; v.i = -7; v.l = -5000000000L + 1000000000L; v.z = 'z');
    FILL(struct unnamed, v.a = 15; v.b = 0x42; v.c = 9);
    FILL(struct one, v.x = 0x123456789abcdefULL; v.y = 1);
    struct packed arr[3];
    memset(arr, 0, sizeof arr);
    for (int i = 0; i < 3; i++) { arr[i].c = (unsigned)i * 1000003; arr[i].e = (unsigned)i; arr[i].a = 31; }
    dump("array", arr, sizeof arr);
    long sum = 0;
    for (int i = 0; i < 3; i++) sum += arr[i].a + arr[i].c + arr[i].e;
    printf("%ld\n", sum);
    union { struct { unsigned lo : 4, hi : 4; } n; unsigned char byte; } u;
    u.byte = 0x7c;
    printf("%x %x\n", u.n.lo, u.n.hi);
    return 0;
}
