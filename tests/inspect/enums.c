// Enums: values, signs, sizes, names.
enum plain { ZERO, ONE, TEN = 10, ELEVEN };
enum minus { LOW = -2, HIGH = 2 };
enum wide { BIG = 0x100000000 };
enum __attribute__((packed)) small { LITTLE, MORE = 255 };
enum unsigned_max { MAX = 0xFFFFFFFFu };
typedef enum { NO, YES } answer;
struct holder { enum { IDLE, BUSY } state; enum plain kind; answer flag : 1; enum small size; };
extern struct holder all[];
answer ask(enum plain, enum minus m, enum wide *w, enum small s);
answer both(struct holder *h, enum unsigned_max u) { return ask(h->kind, LOW, 0, LITTLE) || all[u].flag; }
