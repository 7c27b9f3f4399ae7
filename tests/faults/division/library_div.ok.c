// Twin of library_div.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int per_page = 3;
    div_t d = div(17, per_page);
    printf("%d %d\n", d.quot, d.rem);
    return 0;
}
