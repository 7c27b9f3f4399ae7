// runs: 600
// expect told: faults 0
// expect appended: faults 0, mcdc full
// expect at_end: mcdc full
// expect position: fault null-dereference, faults 1, mcdc full
// expect read_back: faults 0
// expect over: faults 0
// expect descriptor: faults 0
// expect not_sure: reason is taken to hold what was written to it
// expect reopened: reason opening a file again
/* What was written to a file is there when it is read again, and moves its position. What must be so divides by zero if it is not. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int told(void)
{
    FILE *f = fopen("x", "w");
    if (!f)
        return 1;
    if (fputs("hello", f) < 0)
        return 2;
    return 10 / (ftell(f) == 5);
}

int appended(void)
{
    long at;
    int sure;
    FILE *f = fopen("x", "a");
    if (!f)
        return 1;
    fputs("ab", f);
    at = ftell(f);
    sure = 10 / (at >= 2);
    if (at == 5)
        return sure;
    return 4;
}

int at_end(FILE *f)
{
    fseek(f, 0, SEEK_END);
    fputc('a', f);
    if (ftell(f) == 5)
        return 1;
    return 2;
}

int position(FILE *f)
{
    fpos_t here;
    int sure;
    fseek(f, 0, SEEK_END);
    fgetpos(f, &here);
    rewind(f);
    sure = 10 / (ftell(f) == 0);
    fsetpos(f, &here);
    if (ftell(f) == 7)
        return sure;
    return 4;
}

int read_back(int c)
{
    int sure;
    FILE *f = fopen("x", "w+");
    if (!f)
        return 1;
    fputc(c, f);
    fputc('b', f);
    rewind(f);
    sure = 10 / (getc(f) == (c & 255));
    sure += 10 / (getc(f) == 'b');
    return sure + 10 / (getc(f) == EOF);
}

int over(void)
{
    int sure, b;
    FILE *f = fopen("x", "r+");
    if (!f)
        return 1;
    fputc('a', f);
    rewind(f);
    sure = 10 / (getc(f) == 'a');
    b = getc(f);
    if (b == EOF)
        return 2;
    fseek(f, 0, SEEK_END);
    fputc('e', f);
    fseek(f, -1, SEEK_CUR);
    sure += 10 / (getc(f) == 'e');
    if (b == 'x')
        return sure;
    return 3;
}

int descriptor(void)
{
    char back[4];
    long at;
    int sure, fd = open("x", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        return 1;
    if (write(fd, "abc", 3) != 3)
        return 2;
    at = lseek(fd, 0, SEEK_CUR);
    if (at < 0)
        return 3;
    sure = 10 / (at == 3);
    if (lseek(fd, 1, SEEK_SET) < 0)
        return 4;
    back[0] = 'b';
    back[1] = 'c';
    read(fd, back, 4);
    return sure + 10 / (back[0] == 'b') + 10 / (back[1] == 'c');
}

/* A file of that name may be `/dev/null`. */
int not_sure(void)
{
    FILE *f = fopen("x", "w+");
    if (!f)
        return 1;
    fputc('a', f);
    rewind(f);
    if (getc(f) == EOF)         /* hard: true */
        return 2;               /* hard: code */
    return 3;
}

int reopened(void)
{
    FILE *f = fopen("x", "w");
    if (!f)
        return 1;
    fputc('a', f);
    fclose(f);
    f = fopen("x", "r");
    if (!f)                     /* hard: true, false */
        return 2;               /* hard: code */
    return getc(f) == 'a';      /* hard: code */
}
