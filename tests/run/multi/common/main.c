// cflags: -fcommon
// Common symbols: tentative definitions in several files are one object, the largest wins.
#include <stdio.h>

int shared;
char buffer[4];
extern int extern_table[];
extern const char *const names[];
void set_shared(int), fill(void);
int get_shared(void);
extern int weak_default(void);

int main(void) {
    printf("%d\n", shared);
    set_shared(5);
    printf("%d %d\n", shared, get_shared());
    shared = 9;
    printf("%d\n", get_shared());
    fill();
    printf("%c%c\n", buffer[0], buffer[3]);
    extern_table[2] += 4;
    printf("%d %s\n", extern_table[2], names[1]);
    printf("%d\n", weak_default());
    return 0;
}
