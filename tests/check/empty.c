/* The simplest way to the fault is an allocation of no bytes, of which sanitizers say nothing; a longer key shows it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *key_of(const char *s, size_t n)
{
    char *key = malloc(n);
    if (!key)
        exit(1);
    memcpy(key, s, n);
    key[n] = 0; //~ out-of-bounds
    return key;
}

int main(int argc, char **argv)
{
    const char *end;
    char *key;
    int result;
    if (argc < 2)
        return 1;
    end = strchr(argv[1], ':');
    if (!end)
        return 2;
    key = key_of(argv[1], (size_t)(end - argv[1]));
    result = strcmp(key, "key") != 0;
    free(key);
    return result;
}
