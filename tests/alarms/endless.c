// options: --max-steps 200000
/* A loop that does not end for some inputs is suspected. */

int stuck(int n)
{
    volatile int turns = 0;
    if (n == 5)
        while (turns >= 0) //~ ALARM endless-loop
            turns = 0;
    return n;
}

int ends(int n)
{
    volatile int turns = 0;
    while (turns < 100)
        turns = turns + 1;
    return n + turns;
}
