// Types that C has no plain name for, and names that hide types.
typedef int number;
typedef struct { struct { int deep; } in; union { int i; float f; }; } unnamed;
typedef int matrix[2][3];
typedef int (*table[2])(int);
struct open { int n; char tail[]; };
struct bits { unsigned a : 3, : 2, b : 7; signed c : 5; _Bool d : 1; };
struct __attribute__((packed)) tight { char c; int i; long l; };
enum { FEW = 3, MANY = 30 };

int deep(unnamed u) { return u.in.deep == 4 && u.i > 3; }
int corner(matrix m) { return m[1][2] == 9; }
int row(int (*rows)[3], number number) { return number > 0 && number < 3 ? rows[number - 1][0] == 2 : 0; }
int called(table t, int n) { return t[0] ? t[0](n) : 0; }
int tail(struct open *o) { return o->n > 2 && o->tail[1] == 'z'; }
int packed(struct bits b) { return b.a == 5 && b.b == 100 && b.c == -3; }
int tight(struct tight *t) { return t->i == 0x01020304 && t->l < 0; }
int sized(int n, int values[static n]) { return n > 1 && n < 4 && values[n - 1] == 8; }
int chosen(const volatile int *const restrict p) { return *p == MANY ? FEW : MANY; }
int real(double _Complex z) { return __real__ z > 1.5; }
int wide(__int128 n) { return n > ((__int128)1 << 70); }
int vector(int n) { int values[n > 0 && n < 9 ? n : 1]; values[0] = n; return values[0] > 4; }
int unsigned_char(unsigned char c, signed char d, char e) { return c > 200 && d < -100 && e == 'e'; }
