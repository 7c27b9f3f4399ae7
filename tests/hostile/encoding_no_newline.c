// No newline at the end, and a backslash there.
int main(void) { return 0; } // \