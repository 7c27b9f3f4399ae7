/* math.h where the solver has the operation. */

#include <math.h>

int rounded(double x)
{
    if (isnan(x))
        return -1;
    if (fabs(x) > 1e6)
        return 1;
    if (floor(x) == 41 && ceil(x) == 42)
        return 2;
    if (trunc(x) == -3 && round(x) == -4)
        return 3;
    if (sqrt(x) == 12)
        return 4;
    return fmin(x, 10) == 10 ? 5 : 0;
}

int single(float x, float y)
{
    if (fmaxf(x, y) == 3.5f && copysignf(1, y) == -1)
        return 1;
    return floorf(x) == 7 ? 2 : 0;
}
