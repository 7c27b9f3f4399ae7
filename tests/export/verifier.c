/* As programs of Test-Comp are. */

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 1000 && __VERIFIER_nondet_uchar() == 'z')
        return x == 2026;
    return 0;
}
