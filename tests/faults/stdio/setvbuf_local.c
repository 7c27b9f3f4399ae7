// sanitizers: blind
// The buffer given to setvbuf is a local of a function that has returned.
#include <stdio.h>

static void prepare(void) {
    char room[256];
    setvbuf(stdout, room, _IOFBF, sizeof room);
    printf("prepared\n");
}

int main(void) {
    prepare();
    printf("working\n");
    fflush(stdout); //~ FAULT use-after-return
    return 0;
}
