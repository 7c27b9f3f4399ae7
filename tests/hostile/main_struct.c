// main with a structure as its parameter.
struct s { int a[100]; };
int main(struct s x) { return x.a[5]; }
