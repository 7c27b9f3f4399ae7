// main calls itself.
int main(int argc, char **argv) { return main(argc + 1, argv) + 1; }
