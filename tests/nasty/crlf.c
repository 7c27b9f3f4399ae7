// Line ends of Windows, a mark at the start, no line end at the end, names that are not ASCII.
#define BOTH(a, b) \
    ((a) && \
     (b))
int größe(int höhe)
{
    return höhe > 12 ? 1 : 0;
}
int both(int a, int b)
{
    /* � is no UTF-8 */
    return BOTH(a > 1,
                b > 2);
}