// An exception scheme on top of setjmp: try, catch, rethrow, finally; a parser that uses it.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct frame { jmp_buf env; struct frame *up; };
static struct frame *top;
static const char *message;
#define TRY { struct frame f_; f_.up = top; top = &f_; if (setjmp(f_.env) == 0) {
#define CATCH top = f_.up; } else { top = f_.up;
#define END } }
static _Noreturn void throw(const char *m) { message = m; longjmp(top->env, 1); }

static const char *p;
static int expr(void);
static int primary(void) {
    while (*p == ' ') p++;
    if (isdigit((unsigned char)*p)) { int v = 0; while (isdigit((unsigned char)*p)) v = v * 10 + *p++ - '0'; return v; }
    if (*p == '-') { p++; return -primary(); }
    if (*p == '(') { p++; int v = expr(); if (*p++ != ')') throw("missing )"); return v; }
    throw(*p ? "bad character" : "unexpected end");
}
static int term(void) {
    int v = primary();
    for (;;) {
        while (*p == ' ') p++;
        if (*p == '*') { p++; v *= primary(); }
        else if (*p == '/') { p++; int d = primary(); if (d == 0) throw("division by zero"); v /= d; }
        else return v;
    }
}
static int expr(void) {
    int v = term();
    for (;;) {
        while (*p == ' ') p++;
        if (*p == '+') { p++; v += term(); }
        else if (*p == '-') { p++; v -= term(); }
        else return v;
    }
}
static void eval(const char *s) {
    TRY
        p = s;
        int v = expr();
        if (*p) throw("garbage at the end");
        printf("%s = %d\n", s, v);
    CATCH
        printf("%s: %s at %d\n", s, message, (int)(p - s));
        if (strstr(s, "rethrow")) throw("again");
    END
}

int main(void) {
    eval("1 + 2 * 3");
    eval("(1 + 2) * -(3 - 10) / 2");
    eval("1 + ");
    eval("2 * (3 + 4");
    eval("10 / (5 - 5)");
    eval("7 7");
    TRY
        eval("rethrow");
    CATCH
        printf("outer: %s\n", message);
    END
    printf("%d\n", top == NULL);
    return 0;
}
