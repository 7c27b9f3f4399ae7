// The library's div with a zero denominator.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int per_page = 3;
    per_page -= 3;
    div_t d = div(17, per_page); //~ FAULT division-by-zero
    printf("%d %d\n", d.quot, d.rem);
    return 0;
}
