// options: --check float-division-by-zero
/* Divisions of floating-point numbers by zero, of either sign. */

double by_zero(double n, double d)
{
    return n / d; //~ ALARM float-division-by-zero
}

float narrow(float n, int d)
{
    return n / (float)d; //~ ALARM float-division-by-zero
}

double guarded(double n, double d)
{
    return d != 0.0 ? n / d : 0.0;
}

double never(double n)
{
    return n / 4.0;
}

long double wide(long double n)
{
    long double none = -0.0L;
    return n / none; //~ ALARM float-division-by-zero
}
