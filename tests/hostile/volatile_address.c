// Memory-mapped registers at fixed addresses, as embedded code has them.
#define REG (*(volatile unsigned *)0x40001000ul)
int main(void) { REG = 5; while (!(REG & 0x80)) ; return (int)REG; }
