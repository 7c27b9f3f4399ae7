// Structures nested two hundred deep.
#include <stdio.h>
struct s0 { int v; };
#define S(n, m) struct s##n { struct s##m in; char c; };
#define PATH8 in.in.in.in.in.in.in.in
S(1, 0) S(2, 1) S(3, 2) S(4, 3) S(5, 4) S(6, 5) S(7, 6) S(8, 7)
S(9, 8) S(10, 9) S(11, 10) S(12, 11) S(13, 12) S(14, 13) S(15, 14) S(16, 15)
#define A8(n, m) struct n { struct { struct { struct { struct { struct { struct { struct m in; } in; } in; } in; } in; } in; } in; char c; };
A8(t1, s16) A8(t2, t1) A8(t3, t2) A8(t4, t3) A8(t5, t4) A8(t6, t5) A8(t7, t6) A8(t8, t7) A8(t9, t8) A8(t10, t9) A8(t11, t10) A8(t12, t11)
A8(t13, t12) A8(t14, t13) A8(t15, t14) A8(t16, t15) A8(t17, t16) A8(t18, t17) A8(t19, t18) A8(t20, t19) A8(t21, t20) A8(t22, t21) A8(t23, t22)
int main(void) { static struct t23 x; *(int *)&x = 77; printf("%d %d\n", x.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.in.c, *(int *)&x); return 0; }
