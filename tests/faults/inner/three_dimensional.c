// The middle index of a three-dimensional array is too large.
#include <stdio.h>

static unsigned char cube[2][3][4];

int main(void) {
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 4; z++)
                cube[x][y][z] = (unsigned char)(x * 12 + y * 4 + z); //~ FAULT out-of-bounds
    printf("%d\n", cube[1][2][3]);
    return 0;
}
