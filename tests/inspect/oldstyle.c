// cflags: -std=gnu89
// Functions without prototypes, declared in functions, or not declared at all.
int declared();
int (*pointer)();
int first(a, b) char a; float b; { return a; }
int second() { return declared(1, 2.0) + pointer(3); }
main() {
    extern double inside();
    extern char *names[];
    int later(long);
    return implicit(names[0]) + inside() + later(1) + first('a', 1.0) + second();
}
int prototyped(void), (*table[2])(void);
