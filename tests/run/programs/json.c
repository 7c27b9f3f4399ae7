// A JSON parser and printer with a tree on the heap, string escapes, numbers, errors with positions.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct value value;
struct value {
    enum { NUL, BOOL, NUM, STR, ARR, OBJ } kind;
    union { int b; double n; char *s; struct { value **at; char **key; size_t len, cap; } c; } u;
};
static const char *text, *p;
static jmp_buf fail;
static value *pending[64];
static int npending;

static void drop(value *v) {
    if (!v) return;
    if (v->kind == STR) free(v->u.s);
    if (v->kind == ARR || v->kind == OBJ) {
        for (size_t i = 0; i < v->u.c.len; i++) { drop(v->u.c.at[i]); if (v->kind == OBJ) free(v->u.c.key[i]); }
        free(v->u.c.at);
        free(v->u.c.key);
    }
    free(v);
}
static void ws(void) { while (isspace((unsigned char)*p)) p++; }
static char *string(void) {
    size_t n = 0, cap = 8;
    char *s = malloc(cap);
    for (p++; *p != '"'; p++) {
        char c = *p;
        if (!c) { free(s); longjmp(fail, 1); }
        if (c == '\\') {
            switch (*++p) {
            case 'n': c = '\n'; break;
            case 't': c = '\t'; break;
            case 'u': { unsigned u; sscanf(p + 1, "%4x", &u); c = (char)u; p += 4; break; }
            default: c = *p;
            }
        }
        if (n + 1 == cap) s = realloc(s, cap *= 2);
        s[n++] = c;
    }
    p++;
    s[n] = 0;
    return s;
}
static value *parse(void) {
    value *v = calloc(1, sizeof *v);
    pending[npending++] = v;
    ws();
    if (*p == '{' || *p == '[') {
        char close = *p == '{' ? '}' : ']';
        v->kind = *p == '{' ? OBJ : ARR;
        p++;
        ws();
        while (*p != close) {
            char *key = NULL;
            if (v->u.c.len == v->u.c.cap) {
                v->u.c.cap = v->u.c.cap ? v->u.c.cap * 2 : 2;
                v->u.c.at = realloc(v->u.c.at, v->u.c.cap * sizeof(value *));
                v->u.c.key = realloc(v->u.c.key, v->u.c.cap * sizeof(char *));
            }
            if (v->kind == OBJ) {
                ws();
                if (*p != '"') longjmp(fail, 2);
                key = string();
                v->u.c.at[v->u.c.len] = NULL;
                v->u.c.key[v->u.c.len++] = key;
                ws();
                if (*p++ != ':') longjmp(fail, 3);
                value *e = parse();
                npending--;
                v->u.c.at[v->u.c.len - 1] = e;
            } else {
                value *e = parse();
                npending--;
                v->u.c.key[v->u.c.len] = NULL;
                v->u.c.at[v->u.c.len++] = e;
            }
            ws();
            if (*p == ',') p++;
            else if (*p != close) longjmp(fail, 4);
        }
        p++;
    } else if (*p == '"') { char *s = string(); v->kind = STR; v->u.s = s; }
    else if (!strncmp(p, "true", 4)) { v->kind = BOOL; v->u.b = 1; p += 4; }
    else if (!strncmp(p, "false", 5)) { v->kind = BOOL; p += 5; }
    else if (!strncmp(p, "null", 4)) p += 4;
    else { char *e; v->kind = NUM; v->u.n = strtod(p, &e); if (e == p) { v->kind = NUL; longjmp(fail, 5); } p = e; }
    return v;
}
static void print(const value *v) {
    switch (v->kind) {
    case NUL: printf("null"); break;
    case BOOL: printf(v->u.b ? "true" : "false"); break;
    case NUM: printf("%.15g", v->u.n); break;
    case STR: putchar('"'); for (char *s = v->u.s; *s; s++) if (*s == '"' || *s == '\\') printf("\\%c", *s); else if (*s < 32) printf("\\u%04x", *s); else putchar(*s); putchar('"'); break;
    default:
        putchar(v->kind == ARR ? '[' : '{');
        for (size_t i = 0; i < v->u.c.len; i++) {
            if (i) putchar(',');
            if (v->kind == OBJ) printf("\"%s\":", v->u.c.key[i]);
            print(v->u.c.at[i]);
        }
        putchar(v->kind == ARR ? ']' : '}');
    }
}
static void run(const char *t) {
    p = text = t;
    npending = 0;
    int code = setjmp(fail);
    if (code) {
        printf("error %d at %d\n", code, (int)(p - text));
        while (npending) drop(pending[--npending]);
        return;
    }
    value *v = parse();
    print(v);
    putchar('\n');
    drop(v);
}

int main(void) {
    run("{\"a\": [1, 2.5, -3e2, true, false, null], \"b\": {\"c\": \"text \\\"quoted\\\" \\n\\u0041\"}, \"empty\": {}, \"e\": []}");
    run("[[[[1]]], [], {\"x\":[{\"y\":0.1}]}]");
    run("{\"a\" 1}");
    run("[1, 2");
    run("[1 2]");
    run("\"open");
    run("  123456789.125 ");
    run("nope");
    return 0;
}
