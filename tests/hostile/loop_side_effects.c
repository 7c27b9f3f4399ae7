// An endless loop that keeps writing memory.
static unsigned char mem[1 << 20];
int main(void) { for (unsigned i = 0;; i++) mem[i & 0xfffff] ^= (unsigned char)i; }
