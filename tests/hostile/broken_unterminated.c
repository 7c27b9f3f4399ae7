// An unterminated string, comment and macro call.
#define M(a, b) a b
int main(void) { char *s = "no end; M(1, /* neither
