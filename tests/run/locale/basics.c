// The C locale: setlocale, localeconv, decimal point, collation.
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s\n", setlocale(LC_ALL, "C"));
    printf("%s\n", setlocale(LC_NUMERIC, "POSIX"));
    printf("%d\n", setlocale(LC_ALL, "no_SUCH.locale") == NULL);
    struct lconv *l = localeconv();
    printf("[%s][%s][%s][%d]\n", l->decimal_point, l->thousands_sep, l->currency_symbol, l->frac_digits == 127);
    printf("%.2f %d\n", 1234.5, strcoll("a", "B") > 0);
    return 0;
}
