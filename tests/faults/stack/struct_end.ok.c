// Twin of struct_end.c: the correct form.
#include <stdio.h>
#include <string.h>

struct name {
    int id;
    char text[12];
};

int main(void) {
    struct name a;
    a.id = 1;
    char *p = a.text;
    const char *from = "eleven char";
    while ((*p++ = *from++))
        ;
    printf("%d %s\n", a.id, a.text);
    return 0;
}
