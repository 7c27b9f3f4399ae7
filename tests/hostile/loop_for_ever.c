// for (;;) with an empty body.
int main(void) { for (;;) ; }
