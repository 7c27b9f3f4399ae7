// Repeated strcat outgrows the buffer.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *parts[] = {"usr", "share", "doc", "crescendo"};
    char path[20] = "";
    for (int i = 0; i < 4; i++) {
        strcat(path, "/"); 
        strcat(path, parts[i]); //~ FAULT out-of-bounds
    }
    puts(path);
    return 0;
}
