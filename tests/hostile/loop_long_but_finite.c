// 2^62 iterations.
int main(void) { unsigned long n = 0; for (unsigned long i = 0; i < 1ul << 62; i++) n ^= i; return (int)n & 1; }
