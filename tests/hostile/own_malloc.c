// A program that defines malloc and free itself.
#include <stddef.h>
#include <stdio.h>
static char pool[1 << 16];
static size_t used;
void *malloc(size_t n) { n = (n + 15) & ~(size_t)15; if (used + n > sizeof pool) return NULL; void *p = pool + used; used += n; return p; }
void free(void *p) { (void)p; }
int main(void) { char *p = malloc(100); p[99] = 7; free(p); char b[8]; snprintf(b, sizeof b, "%d", p[99]); return b[0] - '0' - 7; }
