// 2,000 functions that call one another in a chain.
#include <stdio.h>
#define F(n) static int f##n(int x) { return x + n % 7; }
#define F10(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define F100(n) F10(n##0) F10(n##1) F10(n##2) F10(n##3) F10(n##4) F10(n##5) F10(n##6) F10(n##7) F10(n##8) F10(n##9)
#define A(n) x = f##n(x);
#define A10(n) A(n##0) A(n##1) A(n##2) A(n##3) A(n##4) A(n##5) A(n##6) A(n##7) A(n##8) A(n##9)
#define A100(n) A10(n##0) A10(n##1) A10(n##2) A10(n##3) A10(n##4) A10(n##5) A10(n##6) A10(n##7) A10(n##8) A10(n##9)
F100(1) F100(2) F100(3) F100(4) F100(5) F100(6) F100(7) F100(8) F100(9) F100(10) F100(11) F100(12) F100(13) F100(14) F100(15) F100(16) F100(17) F100(18) F100(19) F100(20)
int main(void) {
    int x = 0;
    A100(1) A100(2) A100(3) A100(4) A100(5) A100(6) A100(7) A100(8) A100(9) A100(10) A100(11) A100(12) A100(13) A100(14) A100(15) A100(16) A100(17) A100(18) A100(19) A100(20)
    printf("%d\n", x);
    return 0;
}
