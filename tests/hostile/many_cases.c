// A switch with 10,000 cases.
#include <stdio.h>
#define C1(n) case n: return (n) * 7 % 1009;
#define C10(n) C1(n) C1(n + 1) C1(n + 2) C1(n + 3) C1(n + 4) C1(n + 5) C1(n + 6) C1(n + 7) C1(n + 8) C1(n + 9)
#define C100(n) C10(n) C10(n + 10) C10(n + 20) C10(n + 30) C10(n + 40) C10(n + 50) C10(n + 60) C10(n + 70) C10(n + 80) C10(n + 90)
#define C1000(n) C100(n) C100(n + 100) C100(n + 200) C100(n + 300) C100(n + 400) C100(n + 500) C100(n + 600) C100(n + 700) C100(n + 800) C100(n + 900)
static int pick(int v) {
    switch (v) {
        C1000(0) C1000(1000) C1000(2000) C1000(3000) C1000(4000) C1000(5000) C1000(6000) C1000(7000) C1000(8000) C1000(9000)
    }
    return -1;
}
int main(void) {
    long s = 0;
    for (int i = -5; i < 10010; i++) s += pick(i);
    printf("%ld\n", s);
    return 0;
}
