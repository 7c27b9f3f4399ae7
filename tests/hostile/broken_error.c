// #error.
#error "on purpose"
int main(void) { return 0; }
