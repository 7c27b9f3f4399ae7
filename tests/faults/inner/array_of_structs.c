// An inner array inside an element of an array of structures.
#include <stdio.h>

struct lane {
    int speed[3];
    int limit;
};

int main(void) {
    struct lane road[4] = {{{10, 20, 30}, 50}, {{11, 21, 31}, 60}, {{12, 22, 32}, 70}, {{13, 23, 33}, 80}};
    int worst = 0;
    for (int l = 0; l < 4; l++)
        for (int k = 0; k < 4; k++)
            if (road[l].speed[k] > worst) //~ FAULT out-of-bounds
                worst = road[l].speed[k];
    printf("%d\n", worst);
    return 0;
}
