// expect again: branch 7/8 infeasible 1
// expect whole_range: branch 1/2 infeasible 1, boundary full
// expect below: branch 1/2 infeasible 1, boundary 1/2 infeasible 1
// expect doubled: branch 1/2 infeasible 1, boundary 2/3 infeasible 1
/* Comparisons that come out the same for all inputs, or that the path has decided before: their boundary values count still. */

int again(int x, int y)
{
    if (x == 5 && y == 3)
        return 1;
    if (x == 5) /* not twice the same: y differs */
        return 2;
    if (x == 5) /* dead: true */
        return 3; /* dead: code */
    return 0;
}

int whole_range(unsigned char c)
{
    if (c <= 255) /* dead: false */
        return 1;
    return 2; /* dead: code */
}

int below(unsigned x)
{
    unsigned y = x & 7;
    if (y < 8) /* dead: false */
        return 1;
    return 2; /* dead: code */
}

int doubled(unsigned x)
{
    if (x * 2 != 5) /* dead: false */
        return 1;
    return 2; /* dead: code */
}
