/* Variables of the environment that the unit sets and takes away itself. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int taken_away(void)
{
    if (unsetenv("A") != 0) /* dead: true */
        return -1; /* dead: code */
    if (getenv("A")) /* dead: true */
        return 1; /* dead: code */
    return getenv("OTHER") != NULL;
}

int all_taken_away(void)
{
    clearenv();
    if (getenv("B")) /* dead: true */
        return 1; /* dead: code */
    return 0;
}

/* `putenv` could fail. */
int taken_away_by_putenv(void)
{
    static char name[] = "C";
    putenv(name);
    if (getenv("C")) /* hard: true */
        return 1;    /* hard: code */
    return 0;
}

int asked_first(void)
{
    setenv("D", "new", 0);
    if (strcmp(getenv("D"), "new") == 0)
        return 1;
    return 0;
}

int set_anyway(void)
{
    setenv("E", "new", 1);
    if (strcmp(getenv("E"), "new") == 0) /* hard: false */
        return 1;
    return 0; /* hard: code */
}

int set_again(void)
{
    unsetenv("F");
    setenv("F", "x", 0);
    if (!getenv("F")) /* hard: false */
        return 1;     /* hard: code */
    return 0;
}
