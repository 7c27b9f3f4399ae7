// The classic: a copy that runs over the saved registers and the return address.
#include <string.h>
static void victim(const char *s, unsigned long n) {
    char buf[16];
    char *p = buf;
    for (unsigned long i = 0; i < n; i++) *p++ = s[i % 8];
}
int main(void) { victim("AAAAAAAA", 400); return 0; }
