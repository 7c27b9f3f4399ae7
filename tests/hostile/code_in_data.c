// Machine code in an array, called.
static unsigned char code[] = {0xb8, 0x2a, 0, 0, 0, 0xc3};
int main(void) { return ((int (*)(void))(void *)code)(); }
