/* Copying: bytes keep what they depend on, lengths may be inputs, what does not fit is found. */

#include <stdlib.h>
#include <string.h>

int copied(const char *s)
{
    char buffer[16];
    if (!s || strlen(s) > 15)
        return -1;
    strcpy(buffer, s);
    if (!strcmp(buffer, "hello"))
        return 1;
    strcat(buffer, "");
    return buffer[0] == 'x' && strlen(buffer) == 12;
}

// expect fault overflow out-of-bounds
int overflow(const char *s)
{
    char buffer[8];
    if (!s)
        return -1;
    strcpy(buffer, s);
    return buffer[0] == 'a';
}

int joined(const char a[6], const char b[6])
{
    char buffer[16] = "";
    if (strlen(a) > 5 || strlen(b) > 5)
        return -1;
    strcat(buffer, a);
    strcat(buffer, "-");
    strcat(buffer, b);
    if (!strcmp(buffer, "left-up"))
        return 1;
    if (strlen(buffer) == 8 && buffer[3] == '-')
        return 2;
    return 0;
}

int cut(const char *s, size_t n)
{
    char buffer[8] = "zzzzzzz";
    if (!s || n > sizeof buffer)
        return -1;
    strncpy(buffer, s, n);
    if (buffer[3] == 'q' && buffer[4] == 0 && buffer[6] == 'z')
        return 1;
    return 0;
}

int some(const char from[16], unsigned n)
{
    char to[16];
    memset(to, '.', sizeof to);
    if (n > sizeof to)
        return -1;
    memcpy(to, from, n);
    if (to[9] == 'q' && to[10] == '.' && from[10] == 'r')
        return 1;
    memmove(to + 1, to, 15);
    if (to[1] == 'k' && n == 0) /* dead: second true */
        return 2; /* dead: code */
    return to[1] == 'k' ? 3 : 0;
}

int twin(const char *s)
{
    if (!s)
        return -1;
    char *copy = strdup(s);
    if (!copy) /* hard: false */
        return -2; /* hard: code */
    int r = 0;
    if (strlen(copy) == 3 && copy[2] == 'z')
        r = 1;
    else if (copy[0] == 'a')
        r = 2;
    free(copy);
    return r;
}
