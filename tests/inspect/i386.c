// cflags: --target=i386-unknown-linux-gnu -ffreestanding
// The same on i386: no padding before long long and double, 12 bytes of long double.
typedef __builtin_va_list va_list;
struct layout { char c; long long ll; long l; void *p; double d; long double ld; short s[3]; };
struct bits { unsigned a : 3, b : 13; int c : 7; unsigned long long d : 40; char e; };
union mixed { char bytes[4]; unsigned word; struct { unsigned short high, low; }; };
enum wide { BIG = 0x100000000 };
struct holder { enum wide w; _Bool b; union mixed m; };
unsigned long measure(struct layout, struct bits *, char c, va_list arguments);
extern struct holder one;
unsigned long all(struct layout *l, va_list list) { return measure(*l, 0, 'a', list) + one.w; }
