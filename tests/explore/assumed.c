// Inputs as in tasks of the software verification competitions.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int s = 0;
    double d;
    __VERIFIER_assume(n > 2 && n < 10);
    for (int i = 0; i < n; i++)
        s = s * 3 + __VERIFIER_nondet_uchar();
    d = __VERIFIER_nondet_double();
    if (s == 4711 && d > 2.5 && d < 2.75)
        reach_error();
    return 0;
}
