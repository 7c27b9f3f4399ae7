// Functions whose definitions macros make, attributes and storage classes in odd places.
#define local static
#define PRIVATE(type, name) static type name
#define GETTER(member) int get_##member(const struct state *s) { return s->member > 2 ? s->member : 0; }
#define BEGIN {
#define END }
#define PROC(name) int name##_proc

struct state { int speed, height; };

GETTER(speed) GETTER(height)

local int hidden(int a) BEGIN return a == 77; END
PRIVATE(int, also_hidden)(int a) { return a == 78; }
int static backwards(int a) { return a == 79; }
PROC(third)(int a) BEGIN if (a > 1) return hidden(a); return also_hidden(a); END

__attribute__((noinline, section(".text.odd"))) int placed(int a) { return a > 9 ? backwards(a) : 1; }
__attribute__((weak)) int soft(int a) { return a == 80; }
int same(int a) __attribute__((alias("soft_target")));
int soft_target(int a) { return a == 81; }
extern inline __attribute__((gnu_inline)) int fast(int a) { return a == 82; }
static inline int quick(int a) { return a == 83; }
inline int plain_inline(int a) { return a == 84; }
extern int plain_inline(int a);
int fast(int a) { return a > 2; }
int all(int a) { return quick(a) || fast(a) || soft(a) || plain_inline(a); }
int (bracketed)(int a) { return a == 85; }
int (*chosen(int which))(int) { return which ? bracketed : all; }
