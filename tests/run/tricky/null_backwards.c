/* A null pointer that is moved: the numbers are those of the machine it runs on. */
#include <stdint.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char *z = argc > 5 ? argv[0] : 0;
    char buffer[8], *b = argc > 5 ? argv[0] : buffer;
    printf("%ld %ld %ld\n", (long)((z - 2) - (z + 2)), (long)((z - 2) - z), (long)(z - (z + 2)));
    printf("%d %d %d\n", (z - 2) - (z + 2) >= 2, (z - 2) < (z + 2), (uintptr_t)(z - 2) > 5);
    printf("%lx\n", (unsigned long)(uintptr_t)(z - 2));
    printf("%ld %d\n", (long)((b - 2) - (b + 2)), (z - 2) + 2 == z);
    return 0;
}
