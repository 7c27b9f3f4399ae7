struct state { char name[8]; };
static struct state state;
static const char *step(struct state *s) { return s->name; }
int external(void) { static int count; return *step(&state) + ++count; }
