#include "vm.h"

int max_depth;

const char *execute(const struct code *c, long *result) {
    long s[32];
    int n = 0;
    max_depth = 0;
    for (const struct ins *i = c->at; i < c->at + c->n; i++) {
        if (i->op == OP_NUM) s[n++] = i->arg;
        else if (i->op == OP_NEG) s[n - 1] = -s[n - 1];
        else {
            long b = s[--n], *a = &s[n - 1];
            switch (i->op) {
            case OP_ADD: *a += b; break;
            case OP_SUB: *a -= b; break;
            case OP_MUL: *a *= b; break;
            case OP_DIV: if (!b) return "division by zero"; *a /= b; break;
            case OP_MOD: if (!b) return "division by zero"; *a %= b; break;
            default: return "bad operation";
            }
        }
        if (n > max_depth) max_depth = n;
    }
    *result = s[0];
    return 0;
}
