// sanitizers: blind
// isalpha of a value that is neither EOF nor an unsigned char.
#include <ctype.h>
#include <stdio.h>

static int letters(const int *codes, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (isalpha(codes[i])) //~ FAULT out-of-bounds|bad-argument
            k++;
    return k;
}

int main(void) {
    int codes[4] = {'a', '1', 'Z', 200};
    codes[3] = 20013;
    printf("%d\n", letters(codes, 4));
    return 0;
}
