// system and popen with commands that would leave a mark in /tmp.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int r = system("touch /tmp/crescendo-hostile-system");
    FILE *p = popen("touch /tmp/crescendo-hostile-popen", "r");
    if (p) pclose(p);
    puts("done");
    return r == 12345;
}
