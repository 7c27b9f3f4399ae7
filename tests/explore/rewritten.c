// What the program writes to a file it reads again.
#include <stdio.h>
#include <stdlib.h>

void reach_error(void) { abort(); }

int main(void)
{
    int c = getchar(), d;
    FILE *f = fopen("state", "w");
    if (!f)
        return 1;
    fprintf(f, "%d\n", c == 'q' ? 17 : 4);
    fclose(f);
    f = fopen("state", "r");
    if (!f || fscanf(f, "%d", &d) != 1)
        return 2;
    fclose(f);
    if (d == 17 && getchar() == '!')
        reach_error();
    return 0;
}
