// main with a wrong type.
float main(char *x) { return *x; }
