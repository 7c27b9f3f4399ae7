// An index past one member lands in the next member of the same structure.
#include <stdio.h>

struct account {
    char name[8];
    int admin;
};

int main(void) {
    struct account a = {"", 0};
    const char *typed = "overlong!";
    for (int i = 0; typed[i]; i++)
        a.name[i] = typed[i]; //~ FAULT out-of-bounds
    printf("%s %d\n", a.name, a.admin);
    return 0;
}
