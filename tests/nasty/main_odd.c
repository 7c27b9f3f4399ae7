// cflags: -Wno-main-return-type -Wno-main
// `main` without a result, and calling itself.
int counted;

int twice_main(int n);

void main(void)
{
    if (counted++ < 2)
        main();
}

int run(int n)
{
    counted = n;
    main();
    return counted > 3;
}
