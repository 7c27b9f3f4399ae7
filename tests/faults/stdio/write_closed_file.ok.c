// Twin of write_closed_file.c: the correct form.
#include <stdio.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("first\n", f);
    int r = fputs("second\n", f);
    printf("%d\n", r >= 0);
    fclose(f);
    return 0;
}
