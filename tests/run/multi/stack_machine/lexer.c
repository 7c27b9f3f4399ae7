#include "vm.h"

struct token next_token(const char **p) {
    struct token t = {T_BAD, 0, 0};
    while (**p == ' ') ++*p;
    if (!**p) { t.kind = T_END; return t; }
    if (**p >= '0' && **p <= '9') {
        t.kind = T_NUM;
        while (**p >= '0' && **p <= '9') t.num = t.num * 10 + (*(*p)++ - '0');
        return t;
    }
    t.kind = T_OP;
    t.op = *(*p)++;
    return t;
}
