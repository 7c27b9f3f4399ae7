// Every kind of C type, in functions and globals that are defined here.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "types.h"

/* Basic types. */
_Bool basic_bool(_Bool b) { return b; }
char basic_chars(char a, signed char b, unsigned char c) { return a + b + c; }
short basic_shorts(short a, unsigned short b) { return a + b; }
int basic_ints(int a, unsigned b) { return a + b; }
long basic_longs(long a, unsigned long b) { return a + b; }
long long basic_long_longs(long long a, unsigned long long b) { return a + b; }
#ifdef __SIZEOF_INT128__
__int128 basic_wide(__int128 a, unsigned __int128 b) { return a + b; }
#endif
float basic_floats(float a, double b, long double c) { return a + b + c; }
#ifdef __FLT16_MANT_DIG__
_Float16 basic_half(_Float16 a) { return a; }
#endif
#ifdef __SIZEOF_FLOAT128__
__float128 basic_quad(__float128 a) { return a; }
#endif
float _Complex complex_float(float _Complex a) { return a; }
double _Complex complex_double(double _Complex a) { return a; }
long double _Complex complex_long_double(long double _Complex a) { return a; }
int _Complex complex_int(int _Complex a) { return a; }
#ifdef __BITINT_MAXWIDTH__
_BitInt(17) bit_int(unsigned _BitInt(33) a, const _BitInt(65) b) { return a + b; }
#endif
size_t sizes(ptrdiff_t a, uint8_t b, int64_t c, wchar_t d) { return a + b + c + d; }

/* Qualifiers. */
typedef const int cint;
typedef volatile int *vip;
int quals(const int a, cint b, volatile cint *c, const char *const *restrict d, int *const volatile e) { return a; }
const volatile int cv_global = 1;
int *const volatile cv_pointer;
_Atomic int atomic_int;
const _Atomic(long) atomic_long = 0;
int *_Atomic atomic_pointer;
_Atomic(int *) *pointer_to_atomic;
vip volatile_pointer;
const vip const_volatile_pointer = 0;
volatile cint twice = 1;
const cint again = 1;

/* Arrays. */
typedef int row[3];
typedef row matrix[2];
int array[4], grid[2][3], deep[2][3][4];
const int constants[2] = {1, 2};
row one_row;
const row const_row = {1};
matrix two_rows;
const matrix const_matrix = {{1}};
row rows[5];
row *row_pointer;
const row *const_row_pointer;
int (*pointer_to_array)[7];
int *array_of_pointers[7];
int (*(*nested)[2])[3];
int zero_array[0];
int unsized[];
char text[] = "text";
char *const names[] = {"a", "b"};
int decay(int a[], int b[3], int c[const 3], int d[restrict static 4], int e[2][3], row f, const row g, matrix h) { return a[0]; }
int decay_const(const int a[2], const char *const b[], volatile row c, int d[volatile const 2]) { return a[0]; }
int vla(int n, int a[n], int b[n][n + 1], int (*c)[n], int d[restrict n]) { return n; }

/* Functions. */
typedef int function(int, char);
typedef int(compare)(const void *, const void *);
typedef int(paren_row)[3];
typedef compare *compare_pointer;
typedef compare compare_again;
int taking(function a, function *b, compare c, compare *d, compare_pointer e, compare_again *f, compare *const g) { return 0; }
int parens(paren_row a, paren_row *b, const paren_row *c) { return 0; }
paren_row paren_rows[2];
paren_row paren_variable;
int (*old_style)();
int (*no_arguments)(void);
int (*many)(const char *, ...);
void (*(*returns_function)(int))(char);
int (*table[3])(int, row, cint, const int);
int (**pointer_to_pointer)(void);
void (*with_array)(int[], int[2][3], function, const row);
int direct_callback(int cb(int x, int y), int n) { return cb(n, n); }
int (*function_returning_function(int x))(int, int) { return 0; }
int (*function_returning_array(void))[4] { return 0; }
int variadic(const char *format, ...) { return 0; }
int with_list(const char *format, va_list list, va_list *pointer) { return 0; }
va_list global_list;
int unnamed(int, int b, char) { return b; }
void nothing(void) {}
__attribute__((noreturn)) void attributed(int x) { for (;;) ; }
void (*__attribute__((noreturn)) stops)(int);
#define NORETURN __attribute__((noreturn))
typedef void NORETURN stopper(int);
stopper *stopper_pointer;
void NORETURN (*macro_stops)(cint *);
int old(a, b, c) char a; short b; float c; { return a; }
int old_nothing() { return 1; }
static int internal(struct pair *p) { return p->first; }
static inline int inlined(struct pair p) { return internal(&p); }
extern inline int extern_inlined(int x) { return x; }
int use(void) { struct pair p = {1, 2}; return inlined(p); }

/* Records. */
struct pair from_header;
struct empty {} nothing_in_it;
struct list { struct list *next, **tail; struct pair data; struct unknown *opaque; const struct list *const other; } list;
struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned : 4;
    _Bool c : 1;
    unsigned : 0;
    long long d : 40;
    enum color e : 2;
    uint8_t f : 8;
} bits;
struct __attribute__((packed)) packed { char a; int b; short c : 9; unsigned d : 20; double e; } packed;
struct aligned { char a; int b __attribute__((aligned(16))); _Alignas(32) char c; } aligned;
union number { int i; float f; char bytes[sizeof(double)]; struct { short low, high; } halves; } number;
struct outer {
    int kind;
    union { int i; struct { char a, b; }; float f; };
    struct { int x, y; } point, *points, more[2];
    struct { unsigned lo : 4, hi : 4; };
    enum { OFF, ON = 5 } state;
    struct inner { int z; } inner;
} outer;
typedef struct { int a; } no_tag;
no_tag tagless;
typedef union { int a; float b; } no_tag_union, *no_tag_union_pointer;
no_tag_union tagless_union;
no_tag_union_pointer tagless_pointer;
struct { int a; } same_line; struct { int b; } same_line_too; struct { char *a; } same_line_again;
struct flexible { int n; struct pair items[]; };
struct flexible *flexible;
struct old_flexible { int n; char data[0]; } old_flexible;
struct callbacks { int (*open)(const char *, int); void (*close)(struct callbacks *); compare *order; function *plain; int (*old)(); } callbacks;
struct forward;
struct forward *early(struct forward *f) { return f; }
struct forward { int late; };
struct only_declared *opaque(union only_declared_union *u, enum only_declared_enum *e) { return 0; }
struct arrays { int grid[2][3]; row r; matrix m; paren_row p; char name[16]; struct pair pairs[2][2]; } arrays;
struct ring_a { struct ring_b *b; };
struct ring_b { struct ring_a *a; struct ring_c { struct ring_b *b; } *c; };
struct ring_a *ring;
int by_value(struct pair p, union number u, struct outer o) { return p.first; }
struct pair returns_pair(void) { return from_header; }
int scoped(struct in_prototype { int x; } *p) { return p->x; }

/* Enums. */
enum color color;
enum negative { MINUS = -5, PLUS = 5 } negative;
enum large { LARGE = 0xFFFFFFFFu } large;
enum huge { HUGE_ONE = 0x7FFFFFFFFFFFFFFFLL, HUGE_TWO = -1 } huge;
enum huger { HUGER = 0xFFFFFFFFFFFFFFFFULL } huger;
enum __attribute__((packed)) small { SMALL_A, SMALL_B = 200 } small;
enum { ANONYMOUS = 3 } anonymous;
typedef enum { TYPEDEFFED } enum_typedef;
enum_typedef typedeffed;
enum color enums(enum negative a, enum_typedef b, const enum large *c) { return 0; }

/* Vectors. */
typedef int v4 __attribute__((vector_size(16)));
typedef float f3 __attribute__((ext_vector_type(3)));
v4 vectors(v4 a, f3 b, const v4 *c) { return a; }
int direct_vector __attribute__((vector_size(8)));
struct with_vector { v4 v; f3 f; } with_vector;

/* typeof and friends. */
__typeof__(array) like_array;
__typeof__(struct pair *) like_pointer;
__typeof__(const int) like_const;
const __typeof__(const int) like_const_twice;
int mode_type __attribute__((mode(DI)));
typedef unsigned word __attribute__((mode(word)));
word mode_word;

/* Macros and #line. */
#define DEFINE(name) struct name { int in_macro; } name##_variable; int name##_function(struct name *p) { return p->in_macro; }
DEFINE(macro)
#define MULTI(type, name) \
    typedef struct { \
        type x; \
    } name##_box; \
    name##_box name
MULTI(int, box_a);
MULTI(char,
      box_b);
int renamed(int x) __asm__("its_real_name");
int renamed(int x) { return x; }
int renamed_variable __asm__("its_real_variable") = 1;
int declared_first(int a, struct pair *);
int declared_first(int b, struct pair *pair) { return b; }
extern int tentative; int tentative; int tentative;
extern struct pair declared_before; struct pair declared_before = {1, 2};
int __attribute__((weak)) weak_function(int x) { return x; }
int alias_of(int x) __attribute__((alias("weak_function")));
_Thread_local int thread_local_variable;
static _Thread_local struct pair thread_local_pair;
int use_thread_local(void) { return thread_local_pair.first; }
#line 100 "other.c"
int after_line(struct line_struct { int a; } *p) { return 0; }
struct after_line { int a; } after_line_variable;
#line 7 "/abs/dir/third.y"
struct after_absolute { int a; } after_absolute_variable;
