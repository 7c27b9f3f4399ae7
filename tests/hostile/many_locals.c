// 4,000 local variables in one function.
#include <stdio.h>
#define L(n) int v##n = n;
#define L10(n) L(n##0) L(n##1) L(n##2) L(n##3) L(n##4) L(n##5) L(n##6) L(n##7) L(n##8) L(n##9)
#define L100(n) L10(n##0) L10(n##1) L10(n##2) L10(n##3) L10(n##4) L10(n##5) L10(n##6) L10(n##7) L10(n##8) L10(n##9)
#define L1000(n) L100(n##0) L100(n##1) L100(n##2) L100(n##3) L100(n##4) L100(n##5) L100(n##6) L100(n##7) L100(n##8) L100(n##9)
int main(void) { L1000(1) L1000(2) L1000(3) L1000(4) printf("%d\n", v1000 + v2345 + v4999); return 0; }
