// Unterminated arrays with the functions that are bounded: strncmp, strnlen, memchr that hits early, %.*s, strncat.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *tag = malloc(4);
    memcpy(tag, "RIFF", 4);
    printf("%d %zu %.4s %.*s\n", strncmp(tag, "RIFF", 4), strnlen(tag, 4), tag, 3, tag);
    char *d = strndup(tag, 4);
    puts(d);
    printf("%s\n", memchr(tag, 'I', 4) == tag + 1 ? "found" : "no");
    printf("%s\n", memchr(tag, 'R', 1000) == tag ? "early" : "no");
    char out[8] = "<";
    strncat(out, tag, 4);
    puts(out);
    char fixed[4];
    strncpy(fixed, "abcdef", 4);
    printf("%.4s %d\n", fixed, memcmp(fixed, "abcd", 4));
    char buf[5];
    printf("%d ", snprintf(buf, sizeof buf, "%.4s!", tag));
    puts(buf);
    printf("%d\n", strcmp("abc", "abd") < 0 && strncmp("abcX", "abcY", 3) == 0);
    fwrite(tag, 1, 4, stdout);
    putchar('\n');
    struct { char id[4]; unsigned n; } chunk = {"data", 7};
    printf("%.4s %u %d\n", chunk.id, chunk.n, strncmp(chunk.id, "data", sizeof chunk.id));
    free(tag);
    free(d);
    return 0;
}
