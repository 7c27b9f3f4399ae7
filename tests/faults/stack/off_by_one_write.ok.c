// Twin of off_by_one_write.c: the correct form.
#include <stdio.h>

int main(void) {
    int squares[8];
    int n = 8;
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
    printf("%d\n", squares[7]);
    return 0;
}
