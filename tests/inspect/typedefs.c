// Typedef chains, of pointers, arrays, functions and nameless structs.
typedef unsigned char byte;
typedef byte octet;
typedef const octet *bytes;
typedef int row[4];
typedef row grid[2];
typedef int compare(const void *, const void *);
typedef int(in_parens)(int);
typedef struct { octet r, g, b; } color;
typedef struct node node;
typedef struct node *list;
struct node { list next; color paint; grid cells; };
typedef union { int i; float f; } *number;
typedef void (*handler)(int signal, list);

extern bytes data;
extern const grid board;
handler install(int signal, handler h);
void sort(void *base, unsigned long n, compare *order, in_parens odd, row r);
list first(node *const from, number n);
int apply(color c, octet o) { sort(0, c.r, 0, 0, 0); return first(0, 0)->paint.g + data[o] + board[0][1]; }
handler current(void) { return install(1, 0); }
