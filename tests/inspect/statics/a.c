// Statics of equal names in two files stay apart, with types of their own.
struct state { int a; };
static struct state state;
static int step(struct state *s, int by) { return s->a += by; }
int external(void);
int main(void) { static int count; return step(&state, ++count) + external(); }
