// The second free comes after other blocks were made and freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *slot[8] = {0};
    for (int i = 0; i < 8; i++)
        slot[i] = malloc(24);
    for (int i = 0; i < 8; i += 2)
        free(slot[i]);
    for (int i = 7; i >= 4; i--)
        free(slot[i]); //~ FAULT double-free
    puts("done");
    return 0;
}
