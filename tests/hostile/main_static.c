// main is static.
static int main(void) { return 0; }
