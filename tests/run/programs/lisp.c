// A tiny Lisp: reader, environments, closures, recursion, mark-and-sweep collection.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj obj;
struct obj { enum { INT, SYM, CONS, PRIM, FN } t; int mark; union { long i; const char *s; obj *c[3]; obj *(*f)(obj *); }; };
enum { POOL = 20000, SYMS = 64 };
static obj pool[POOL], *free_list, *symbols[SYMS], *global;
static int nsym, collections;
static obj *roots[4000];
static int nroots;
#define ROOT(x) (roots[nroots++] = (x))

static void mark(obj *o) { while (o && !o->mark) { o->mark = 1; if (o->t != CONS && o->t != FN) return; mark(o->c[0]); mark(o->c[1]); o = o->t == FN ? o->c[2] : NULL; } }
static void gc(void) {
    collections++;
    for (int i = 0; i < nsym; i++) mark(symbols[i]);
    for (int i = 0; i < nroots; i++) mark(roots[i]);
    mark(global);
    free_list = NULL;
    for (int i = 0; i < POOL; i++) if (pool[i].mark) pool[i].mark = 0; else { pool[i].t = CONS; pool[i].c[0] = free_list; free_list = &pool[i]; }
}
static obj *alloc(int t) {
    if (!free_list) gc();
    if (!free_list) { puts("out of memory"); exit(1); }
    obj *o = free_list;
    free_list = o->c[0];
    o->t = t;
    o->c[0] = o->c[1] = o->c[2] = NULL;
    return ROOT(o);
}
static obj *num(long v) { obj *o = alloc(INT); o->i = v; return o; }
static obj *cons(obj *a, obj *b) { obj *o = alloc(CONS); o->c[0] = a; o->c[1] = b; return o; }
static obj *sym(const char *s, size_t n) {
    for (int i = 0; i < nsym; i++) if (strlen(symbols[i]->s) == n && !memcmp(symbols[i]->s, s, n)) return symbols[i];
    char *copy = calloc(n + 1, 1);
    memcpy(copy, s, n);
    obj *o = alloc(SYM);
    o->s = copy;
    return symbols[nsym++] = o;
}
static const char *p;
static obj *read_(void) {
    while (isspace((unsigned char)*p)) p++;
    if (*p == '(') {
        p++;
        obj *head = NULL, *tail = NULL;
        for (;;) {
            while (isspace((unsigned char)*p)) p++;
            if (*p == ')') { p++; return head; }
            obj *c = cons(read_(), NULL);
            if (tail) tail->c[1] = c; else head = c;
            tail = c;
        }
    }
    const char *b = p;
    while (*p && !isspace((unsigned char)*p) && *p != '(' && *p != ')') p++;
    if (isdigit((unsigned char)*b) || (*b == '-' && p - b > 1)) return num(strtol(b, NULL, 10));
    return sym(b, (size_t)(p - b));
}
static obj *assoc(obj *env, obj *s) { for (; env; env = env->c[1]) if (env->c[0]->c[0] == s) return env->c[0]; return NULL; }
static obj *eval(obj *x, obj *env);
static obj *list_eval(obj *l, obj *env) { return l ? cons(eval(l->c[0], env), list_eval(l->c[1], env)) : NULL; }
static int is(obj *o, const char *s) { return o && o->t == SYM && !strcmp(o->s, s); }
static obj *eval(obj *x, obj *env) {
    int keep = nroots;
    obj *r = NULL;
    ROOT(x); ROOT(env);
    if (!x || x->t == INT) r = x;
    else if (x->t == SYM) { obj *b = assoc(env, x); if (!b) b = assoc(global, x); r = b ? b->c[1] : NULL; }
    else if (is(x->c[0], "quote")) r = x->c[1]->c[0];
    else if (is(x->c[0], "if")) r = eval(eval(x->c[1]->c[0], env) ? x->c[1]->c[1]->c[0] : x->c[1]->c[1]->c[1]->c[0], env);
    else if (is(x->c[0], "lambda")) { r = alloc(FN); r->c[0] = x->c[1]->c[0]; r->c[1] = x->c[1]->c[1]->c[0]; r->c[2] = env; }
    else if (is(x->c[0], "define")) { r = eval(x->c[1]->c[1]->c[0], env); global = cons(cons(x->c[1]->c[0], r), global); }
    else {
        obj *f = ROOT(eval(x->c[0], env)), *a = ROOT(list_eval(x->c[1], env));
        if (!f) r = NULL;
        else if (f->t == PRIM) r = f->f(a);
        else {
            obj *e = f->c[2];
            for (obj *n = f->c[0]; n; n = n->c[1], a = a->c[1]) e = cons(cons(n->c[0], a->c[0]), e);
            r = eval(f->c[1], e);
        }
    }
    nroots = keep;
    return r ? ROOT(r) : r;
}
static obj *add(obj *a) { long s = 0; for (; a; a = a->c[1]) s += a->c[0]->i; return num(s); }
static obj *sub(obj *a) { return num(a->c[0]->i - a->c[1]->c[0]->i); }
static obj *mul(obj *a) { long s = 1; for (; a; a = a->c[1]) s *= a->c[0]->i; return num(s); }
static obj *less(obj *a) { return a->c[0]->i < a->c[1]->c[0]->i ? num(1) : NULL; }
static obj *car(obj *a) { return a->c[0]->c[0]; }
static obj *cdr(obj *a) { return a->c[0]->c[1]; }
static obj *cons_(obj *a) { return cons(a->c[0], a->c[1]->c[0]); }
static void print(obj *o) {
    if (!o) printf("()");
    else if (o->t == INT) printf("%ld", o->i);
    else if (o->t == SYM) printf("%s", o->s);
    else if (o->t != CONS) printf("#fn");
    else { putchar('('); for (; o; o = o->c[1]) { print(o->c[0]); if (o->c[1]) putchar(' '); } putchar(')'); }
}

int main(void) {
    gc();
    struct { const char *n; obj *(*f)(obj *); } prims[] = {{"+", add}, {"-", sub}, {"*", mul}, {"<", less}, {"car", car}, {"cdr", cdr}, {"cons", cons_}};
    for (unsigned i = 0; i < 7; i++) { obj *f = alloc(PRIM); f->f = prims[i].f; global = cons(cons(sym(prims[i].n, strlen(prims[i].n)), f), global); }
    const char *src[] = {"(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 15)",
        "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))", "(fib 16)",
        "(define map (lambda (f l) (if l (cons (f (car l)) (map f (cdr l))) (quote ()))))",
        "(map (lambda (x) (* x x)) (quote (1 2 3 4 5)))", "(((lambda (x) (lambda (y) (+ x y))) 3) 4)",
        "(define range (lambda (a b) (if (< a b) (cons a (range (+ a 1) b)) (quote ()))))", "(map fact (range 1 10))", "(quote (a (b c) d))"};
    for (unsigned i = 0; i < sizeof src / sizeof *src; i++) {
        p = src[i];
        nroots = 0;
        print(eval(read_(), NULL));
        putchar('\n');
    }
    printf("%d\n", collections > 1);
    for (int i = 0; i < nsym; i++) free((char *)symbols[i]->s);
    return 0;
}
