// Basic types, qualifiers, vectors, complex numbers, variable arguments.
typedef float vec __attribute__((vector_size(16)));
_Bool truth(_Bool, char, signed char, unsigned char);
long long numbers(short, unsigned short, unsigned, long, unsigned long, unsigned long long);
long double floats(float, double, long double *);
double _Complex complexes(float _Complex, long double _Complex *);
vec vectors(vec, const vec *);
void *pointers(const volatile int *const *restrict, char *const argv[restrict], _Atomic int *, int *_Atomic *);
int variable(int n, int m[n][n + 1], const char *format, ...);
void list(__builtin_va_list arguments);
int (*returns(int (*)(void), int (*[3])[4]))(char);
extern const volatile int reg;
void use(void) {
    __builtin_va_list l;
    truth(0, 1, 2, 3), numbers(1, 2, 3, 4, 5, 6), floats(1, 2, 0), complexes(1, 0), vectors((vec){0}, 0);
    pointers(0, 0, 0, 0), variable(1, 0, ""), list(l), returns(0, 0), (void)reg;
}
