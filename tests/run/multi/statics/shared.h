int from_a(int), from_b(int), from_c(int), header_from_b(int);
const char *where_a(void), *where_b(void);
static inline int in_header(int x) { static int calls; return x + ++calls; }
