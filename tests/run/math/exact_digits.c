// The same functions with all 17 digits: only equal if the tool uses the host's own libm.
#include <math.h>
#include <stdio.h>

int main(void) {
    for (double x = 0.01; x < 30; x *= 1.7) {
        printf("%.17g %.17g %.17g\n", sin(x), cos(x), tan(x));
        printf("%.17g %.17g %.17g\n", exp(x), log(x), pow(x, x / 3));
        printf("%.17g %.17g %.17g\n", atan(x), tanh(x), cbrt(x));
        printf("%.9g %.9g %.21Lg\n", sinf((float)x), expf((float)x / 3), expl((long double)x));
    }
    return 0;
}
