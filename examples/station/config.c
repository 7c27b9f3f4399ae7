/* Settings, one `key = value` a line. */
#include "station.h"
#include <ctype.h>
#include <string.h>

static char *trim(char *s)
{
    char *end;

    while (isspace((unsigned char)*s))
        s++;
    end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return s;
}

static int number(const char *s, int *out)
{
    int sign = 1, n = 0;

    if (*s == '-') {
        sign = -1;
        s++;
    }
    if (!isdigit((unsigned char)*s))
        return -1;
    for (; isdigit((unsigned char)*s); s++) {
        if (n > 9999)
            return -1;
        n = 10 * n + (*s - '0');
    }
    if (*s)
        return -1;
    *out = sign * n;
    return 0;
}

int config_set(struct config *c, const char *key, const char *value)
{
    if (strcmp(key, "name") == 0) {
        size_t len = strlen(value);
        if (len > NAME_SIZE)
            return -1;
        memcpy(c->name, value, len);
        c->name[len] = '\0'; /* the planted bug */
        return 0;
    }
    if (strcmp(key, "low") == 0)
        return number(value, &c->low);
    if (strcmp(key, "high") == 0)
        return number(value, &c->high);
    if (strcmp(key, "verbose") == 0) {
        c->verbose = strcmp(value, "yes") == 0;
        return 0;
    }
    return -1;
}

/* The number of lines understood, or minus the number of the line that was not. */
int config_read(struct config *c, FILE *in)
{
    char line[64];
    int number_of_line = 0;

    while (fgets(line, sizeof line, in)) {
        char *equals, *text = trim(line);

        number_of_line++;
        if (*text == '\0' || *text == '#')
            continue;
        equals = strchr(text, '=');
        if (!equals)
            return -number_of_line;
        *equals = '\0';
        if (config_set(c, trim(text), trim(equals + 1)) != 0)
            return -number_of_line;
    }
    return number_of_line;
}
