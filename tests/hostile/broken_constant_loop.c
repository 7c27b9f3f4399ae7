// A constant expression that takes the compiler a while: a giant array bound and shifts.
enum { BIG = (1ull << 62) };
static char a[BIG][4];
int main(void) { return a[0][0]; }
