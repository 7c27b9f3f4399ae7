// A call of a function that is defined nowhere.
int nobody_defines_this(int);
int main(int argc, char **argv) { (void)argv; return nobody_defines_this(argc); }
