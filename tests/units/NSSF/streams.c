/* A stream as a parameter: null, open, at its end, failing. */

#include <stdio.h>

int empty(FILE *f)
{
    if (f == NULL)
        return -1;
    if (fgetc(f) == EOF) {
        if (ferror(f))
            return -2;
        return 1;
    }
    return 0;
}

struct source {
    FILE *in;
    int line;
};

int next(struct source *s)
{
    if (!s || !s->in)
        return -1;
    int c = getc(s->in);
    if (c == '\n')
        s->line++;
    else if (c == '\r') {
        c = getc(s->in);
        if (c != '\n')
            ungetc(c, s->in);
        s->line++;
    }
    return s->line > 1000 ? -2 : c;
}

int write_all(FILE *f, const char *text)
{
    if (!f || !text)
        return -1;
    return fputs(text, f) < 0 ? -2 : 0;
}
