// Twin of strcat_short.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *parts[] = {"usr", "share", "doc", "crescendo"};
    char path[32] = "";
    for (int i = 0; i < 4; i++) {
        strcat(path, "/"); 
        strcat(path, parts[i]);
    }
    puts(path);
    return 0;
}
