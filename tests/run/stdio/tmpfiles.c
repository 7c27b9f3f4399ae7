// mkstemp, tmpfile, fdopen, unlinked files stay readable.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char name[] = "./crescendo-XXXXXX";
    int fd = mkstemp(name);
    printf("%d %d %zu\n", fd >= 0, strchr(name, 'X') == NULL || strcmp(name + 12, "XXXXXX") != 0, strlen(name));
    FILE *f = fdopen(fd, "w+");
    fprintf(f, "kept %d\n", 5);
    fflush(f);
    printf("%d\n", unlink(name));
    rewind(f);
    char b[20];
    printf("%s", fgets(b, sizeof b, f));
    fclose(f);
    printf("%d\n", access(name, F_OK));
    FILE *a = tmpfile(), *c = tmpfile();
    fputs("aaa", a);
    fputs("ccc", c);
    rewind(a);
    rewind(c);
    printf("%c%c\n", fgetc(a), fgetc(c));
    fclose(a);
    fclose(c);
    return 0;
}
