// Every floating conversion of printf with flags, width and precision.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456.789, 1e-5, 9.9999e-5, 1e15, 1e16, 123456789012345678.0, 5e-324, DBL_MAX, INFINITY, -INFINITY,
                  0.5, 2.5, 999999.5, 9999995.0, 0.00012345};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("[%e][%E][%g][%G][%a][%A]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
        if (fabs(v[i]) < 1e20 || isinf(v[i])) printf("[%f][%F][%.0f][%.1f][%.3f][%12.2f][%-12.2f][%012.2f]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%+e][% e][%.0e][%.10e][%#.0e][%15.3e][%-15.3e][%015.3e]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%.0g][%.1g][%.3g][%.10g][%.17g][%#g][%#.3g][%10g][%-10g][%010g][%+g]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%.0a][%.1a][%.3a][%20a][%-20a][%020a][%+a][%#.0a]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    }
    printf("[%f]\n[%.50f]\n[%.20g]\n", DBL_MAX, 0.1, 0.1);
    printf("[%Lf][%Le][%Lg][%.25Lg][%La]\n", 1.5L, 1.5e300L, 0.1L, 0.1L, 3.0L);
    printf("[%*.*f][%-*.*e|]\n", 12, 3, 3.14159, 14, 2, 31415.9);
    printf("[%.400f]\n", 5e-324 * 1e10);
    printf("[%5.1f|%-8.3f|%+08.2f]\n", 99.95, 2.0005, -1.005);
    printf("[%g %g %g %g]\n", 100000.0, 1000000.0, 1e-4, 0.00001);
    printf("[%f]\n", nan(""));
    return 0;
}
