// Grammatical, but wrong in every type.
struct s; int f(struct s x); union u { struct s y; };
int main(void) { int x = "text" * 3; struct s z; return f(x)->y.*z; }
