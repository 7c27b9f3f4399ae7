// Matrix inversion, fast Fourier transform, Runge-Kutta: sums of many roundings.
#include <math.h>
#include <stdio.h>

static double det_inverse(int n, double a[n][n], double inv[n][n]) {
    double det = 1;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) inv[i][j] = i == j;
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++) if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (p != c) { det = -det; for (int j = 0; j < n; j++) { double t = a[c][j]; a[c][j] = a[p][j]; a[p][j] = t; t = inv[c][j]; inv[c][j] = inv[p][j]; inv[p][j] = t; } }
        det *= a[c][c];
        double d = a[c][c];
        for (int j = 0; j < n; j++) { a[c][j] /= d; inv[c][j] /= d; }
        for (int r = 0; r < n; r++) if (r != c) { double k = a[r][c]; for (int j = 0; j < n; j++) { a[r][j] -= k * a[c][j]; inv[r][j] -= k * inv[c][j]; } }
    }
    return det;
}
static void fft(int n, double *re, double *im, double *tr, double *ti) {
    if (n == 1) return;
    for (int i = 0; i < n / 2; i++) { tr[i] = re[2 * i]; ti[i] = im[2 * i]; tr[i + n / 2] = re[2 * i + 1]; ti[i + n / 2] = im[2 * i + 1]; }
    fft(n / 2, tr, ti, re, im);
    fft(n / 2, tr + n / 2, ti + n / 2, re + n / 2, im + n / 2);
    for (int k = 0; k < n / 2; k++) {
        double a = -6.283185307179586 * k / n, c = cos(a), s = sin(a), xr = tr[k + n / 2] * c - ti[k + n / 2] * s, xi = tr[k + n / 2] * s + ti[k + n / 2] * c;
        re[k] = tr[k] + xr; im[k] = ti[k] + xi;
        re[k + n / 2] = tr[k] - xr; im[k + n / 2] = ti[k] - xi;
    }
}

int main(void) {
    double a[6][6], inv[6][6];
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) a[i][j] = 1.0 / (i + j + 1) + (i == j);
    printf("%.12g ", det_inverse(6, a, inv));
    printf("%.12g %.12g\n", inv[0][0], inv[5][4]);
    double re[64], im[64] = {0}, tr[64], ti[64];
    for (int i = 0; i < 64; i++) re[i] = (i * 37 % 64) / 8.0;
    fft(64, re, im, tr, ti);
    printf("%.10g %.10g %.10g\n", re[0], re[5], im[7]);
    double x = 1, v = 0, h = 0.01;
    for (int i = 0; i < 1000; i++) {
        double k1 = v, l1 = -x, k2 = v + h / 2 * l1, l2 = -(x + h / 2 * k1), k3 = v + h / 2 * l2, l3 = -(x + h / 2 * k2), k4 = v + h * l3, l4 = -(x + h * k3);
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    printf("%.17g %.17g\n", x, v);
    return 0;
}
