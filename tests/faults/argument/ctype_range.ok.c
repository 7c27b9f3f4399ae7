// Twin of ctype_range.c: the correct form.
#include <ctype.h>
#include <stdio.h>

static int letters(const int *codes, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (isalpha(codes[i]))
            k++;
    return k;
}

int main(void) {
    int codes[4] = {'a', '1', 'Z', 200};
    printf("%d\n", letters(codes, 4));
    return 0;
}
