// A variable of the environment that the program looks for.
#include <stdlib.h>
#include <string.h>

void reach_error(void) { abort(); }

int main(void)
{
    const char *mode = getenv("STATION_MODE");
    if (mode && strcmp(mode, "debug") == 0)
        reach_error();
    return 0;
}
