#include "vm.h"

static const char *p;
static struct token cur;
static struct code *out;
static const char *error;

static void emit(enum op op, long arg) { out->at[out->n++] = (struct ins){op, arg}; }
static void advance(void) { cur = next_token(&p); }
static void expr(int min);
static void prefix(void) {
    struct token t = cur;
    advance();
    if (t.kind == T_NUM) emit(OP_NUM, t.num);
    else if (t.kind == T_OP && t.op == '-') { prefix(); emit(OP_NEG, 0); }
    else if (t.kind == T_OP && t.op == '(') {
        expr(0);
        if (cur.kind != T_OP || cur.op != ')') error = "expected )";
        else advance();
    } else error = "expected a number";
}
static void expr(int min) {
    static const struct { char c; int prec; enum op op; } table[] = {
        {'+', 1, OP_ADD}, {'-', 1, OP_SUB}, {'*', 2, OP_MUL}, {'/', 2, OP_DIV}, {'%', 2, OP_MOD}};
    prefix();
    while (!error && cur.kind == T_OP) {
        unsigned i;
        for (i = 0; i < 5 && table[i].c != cur.op; i++) ;
        if (i == 5 || table[i].prec <= min) return;
        advance();
        expr(table[i].prec);
        emit(table[i].op, 0);
    }
}
const char *compile(const char *text, struct code *c) {
    p = text;
    out = c;
    error = 0;
    advance();
    expr(0);
    if (!error && cur.kind != T_END) error = "garbage";
    return error;
}
