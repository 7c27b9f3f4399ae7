/* Searching: what is found is a pointer that depends on the input, and both null and every place are reached. */

#include <stdlib.h>
#include <string.h>

int assignment(const char *line)
{
    if (!line)
        return -1;
    const char *at = strchr(line, '=');
    if (at == NULL)
        return -2;
    if (at == line)
        return -3;
    if (at - line == 3 && strncmp(line, "key", 3) == 0) {
        if (strcmp(at + 1, "on") == 0)
            return 1;
        if (at[1] == '\0')
            return 2;
    }
    return 0;
}

int unchecked(const char line[8])
{
    return *strchr(line, ':') + 1 == ';';
}

int lengths(const char *s)
{
    if (!s)
        return -1;
    size_t n = strlen(s);
    if (n == 0)
        return 1;
    if (n < 4)
        return 2;
    if (n == 17 && s[16] == '!')
        return 3;
    return strnlen(s, 10) == 10 ? 4 : 5;
}

int extension(const char *path)
{
    if (!path)
        return -1;
    const char *dot = strrchr(path, '.');
    const char *slash = strrchr(path, '/');
    if (!dot || (slash && dot < slash))
        return 0;
    if (!strcmp(dot, ".c"))
        return 1;
    if (!strcmp(dot + 1, "h") && slash)
        return 2;
    return 3;
}

int words(const char *s)
{
    if (!s)
        return -1;
    size_t blank = strspn(s, " \t");
    size_t word = strcspn(s + blank, " \t");
    if (blank == 2 && word == 3)
        return 1;
    const char *sign = strpbrk(s, "+-");
    if (sign && sign[0] == '-' && sign - s == 4)
        return 2;
    return sign ? 3 : 0;
}

int contains(const char *s)
{
    if (!s)
        return -1;
    const char *at = strstr(s, "://");
    if (!at)
        return 0;
    if (at - s == 4 && memcmp(s, "http", 4) == 0)
        return strstr(at, "..") ? 2 : 1;
    return 3;
}

int bytes(const unsigned char data[16], unsigned n)
{
    if (n > 16)
        return -1;
    const unsigned char *p = memchr(data, 0xff, n);
    if (!p)
        return 0;
    if (p - data == 9)
        return p[1] == 0xd8 ? 2 : 1;
    return 3;
}
