// Bit-fields: neighbours, padding, a new unit, wide ones, packed ones, in unions.
struct flags { unsigned a : 1, b : 3; int c : 4; unsigned : 5; unsigned d : 9; unsigned : 0; _Bool e : 1; };
struct wide { long long a : 40, b : 30; char c; unsigned short d : 12; };
struct __attribute__((packed)) tight { char a; unsigned b : 11, c : 13; long long d : 33; short e; };
union either { unsigned low : 4; unsigned char all; struct { unsigned char lo : 4, hi : 4; } halves; };
int set(struct flags *, union either);
extern struct tight last;
extern struct wide others[2];
int main(void) { struct flags f = {0}; union either e = {0}; return set(&f, e) + others[1].a + last.c; }
