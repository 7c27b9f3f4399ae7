// Floating point: the orbits of the Mandelbrot set and a small n-body step, in plain double arithmetic.
#include <stdio.h>

int main(void) {
    long total = 0;
    for (int py = 0; py < 200; py++)
        for (int px = 0; px < 200; px++) {
            double cx = px / 80.0 - 2.0, cy = py / 80.0 - 1.25, x = 0, y = 0;
            int n = 0;
            while (n < 500 && x * x + y * y < 4) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                n++;
            }
            total += n;
        }
    double p = 1, v = 0, e = 0;
    for (int i = 0; i < 8000000; i++) {
        v -= p * 0.001;
        p += v * 0.001;
        e += p * p + v * v;
    }
    printf("double_math %ld %.12g\n", total, e);
    return 0;
}
