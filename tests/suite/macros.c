/* Names that are macros later in the file: tests are written in what the preprocessor made of them, so the macros must not get at them.
   Definitions and declarations as old programs have them. */

#define OF(arguments) arguments
#define local static

struct window {
    int head;
    int minor;
    struct window *next;
};

extern int fetch OF((int near, struct window *head));
extern int panic OF((int code));

int head_of(w, limit)
    struct window *w;
    int limit;
{
    if (!w)
        return -1;
    if (w->head > limit && w->minor == 3)
        return fetch(w->head, w->next);
    return 0;
}

int
length_of (text,
           most)
    char *text;
    int most;
{
    int n = 0;
    while (n < most && text[n])
        n++;
    return n > 2 ? panic(n) : n;
}

local int twice OF((int basename));

int basename(prefix)
    int prefix;
{
    return prefix > 7 ? twice(prefix) : prefix;
}

local int twice(far)
    int far;
{
    return far == 100 ? 1 : 2 * far;
}

int state;

int turn(int step)
{
    if (step < 0)
        state = 0;
    else
        state += step;
    return state > 9;
}

#define near
#define far far_away(
#define head (w->prev + 12)
#define minor(x) ((x) & 255)
#define next next_one
#define prefix ) {
#define step 5
#define state the_state()
#define limit
#define const
#define NULL_OF(x) x
