// fopen in all modes, writing, reading, appending, updating; remove and rename; errors.
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *name = "modes.tmp";
static void put(const char *mode, const char *text) { FILE *f = fopen(name, mode); printf("%s %d\n", mode, f && fputs(text, f) >= 0); if (f) fclose(f); }
static void show(void) {
    FILE *f = fopen(name, "r");
    int c;
    if (!f) { puts("(none)"); return; }
    while ((c = fgetc(f)) != EOF) putchar(c == '\n' ? '|' : c);
    putchar('\n');
    fclose(f);
}

int main(void) {
    put("w", "first\n"); show();
    put("a", "second\n"); show();
    put("r+", "FIR"); show();
    put("w+", "new"); show();
    put("a+", "+more"); show();
    put("r", "x"); show();
    put("wb", "binary\n"); show();
    errno = 0;
    printf("%d %d\n", fopen(name, "wx") == NULL, errno == EEXIST);
    errno = 0;
    FILE *f = fopen("no/such/dir/file", "r");
    printf("%d %d %s\n", f == NULL, errno == ENOENT, strerror(errno));
    errno = 0;
    f = fopen("missing.tmp", "r+");
    printf("%d %d\n", f == NULL, errno);
    printf("%d %d\n", fopen(name, "q") == NULL, errno == EINVAL);
    printf("%d\n", rename(name, "renamed.tmp"));
    show();
    name = "renamed.tmp";
    show();
    printf("%d ", remove(name));
    printf("%d %d\n", remove(name), errno == ENOENT);
    return 0;
}
