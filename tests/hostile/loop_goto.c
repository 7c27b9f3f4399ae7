// A label that jumps to itself.
int main(void) { here: goto here; }
