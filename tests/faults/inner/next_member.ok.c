// Twin of next_member.c: the correct form.
#include <stdio.h>

struct account {
    char name[8];
    int admin;
};

int main(void) {
    struct account a = {"", 0};
    const char *typed = "overlong!";
    for (int i = 0; typed[i] && i < 7; i++)
        a.name[i] = typed[i];
    printf("%s %d\n", a.name, a.admin);
    return 0;
}
