// The buffer given to setvbuf lives as long as the stream.
#include <stdio.h>

static void prepare(void) {
    static char room[256];
    setvbuf(stdout, room, _IOFBF, sizeof room);
    printf("prepared\n");
}

int main(void) {
    prepare();
    printf("working\n");
    fflush(stdout);
    return 0;
}
