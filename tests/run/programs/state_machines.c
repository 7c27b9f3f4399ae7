// args: 12.5e3 -0x1F abc 1..2 +7 0777 "" 1e
// Table-driven and switch-driven state machines: a number recogniser over the arguments, a comment stripper, UTF-8.
#include <stdio.h>
#include <string.h>

enum cls { DIGIT, SIGN, DOT, EXP, OTHER, CLASSES };
enum st { START, SIGNED, INT, FRAC0, FRAC, EXP0, EXPS, EXPD, BAD, STATES };
static const unsigned char next[STATES][CLASSES] = {
    [START] = {INT, SIGNED, FRAC0, BAD, BAD}, [SIGNED] = {INT, BAD, FRAC0, BAD, BAD}, [INT] = {INT, BAD, FRAC, EXP0, BAD},
    [FRAC0] = {FRAC, BAD, BAD, BAD, BAD}, [FRAC] = {FRAC, BAD, BAD, EXP0, BAD}, [EXP0] = {EXPD, EXPS, BAD, BAD, BAD},
    [EXPS] = {EXPD, BAD, BAD, BAD, BAD}, [EXPD] = {EXPD, BAD, BAD, BAD, BAD}, [BAD] = {BAD, BAD, BAD, BAD, BAD}};
static enum cls classify(char c) { return c >= '0' && c <= '9' ? DIGIT : c == '+' || c == '-' ? SIGN : c == '.' ? DOT : c == 'e' || c == 'E' ? EXP : OTHER; }

static void strip(const char *s) {
    enum { CODE, SLASH, LINE, BLOCK, STAR, STR, ESC } st = CODE;
    for (; *s; s++) switch (st) {
        case CODE: if (*s == '/') st = SLASH; else { putchar(*s); if (*s == '"') st = STR; } break;
        case SLASH: if (*s == '/') st = LINE; else if (*s == '*') st = BLOCK; else { putchar('/'); putchar(*s); st = CODE; } break;
        case LINE: if (*s == '\n') { putchar('\n'); st = CODE; } break;
        case BLOCK: if (*s == '*') st = STAR; break;
        case STAR: if (*s == '/') { putchar(' '); st = CODE; } else if (*s != '*') st = BLOCK; break;
        case STR: putchar(*s); if (*s == '\\') st = ESC; else if (*s == '"') st = CODE; break;
        case ESC: putchar(*s); st = STR; break;
    }
}
static void utf8(const char *s) {
    int need = 0;
    unsigned cp = 0;
    for (const unsigned char *p = (const unsigned char *)s; *p; p++) {
        if (need) { if ((*p & 0xc0) != 0x80) { printf("<bad>"); need = 0; p--; continue; } cp = cp << 6 | (*p & 63); if (!--need) printf("U+%04X ", cp); }
        else if (*p < 0x80) printf("U+%04X ", *p);
        else if (*p >= 0xf0) { need = 3; cp = *p & 7; }
        else if (*p >= 0xe0) { need = 2; cp = *p & 15; }
        else if (*p >= 0xc0) { need = 1; cp = *p & 31; }
        else printf("<stray>");
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        unsigned char s = START;
        for (char *p = argv[i]; *p; p++) s = next[s][classify(*p)];
        printf("[%s] %s\n", argv[i], s == INT || s == FRAC || s == EXPD ? "number" : "no");
    }
    strip("int a; /* block * / ** */ b // line\n\"str // no /* no \\\" \" / c /**/ d\n");
    utf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x80z\xc3q");
    return 0;
}
