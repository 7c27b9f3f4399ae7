#ifndef VM_H
#define VM_H
enum op { OP_NUM, OP_ADD = 10, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_NEG };
struct ins { enum op op; long arg; };
struct code { struct ins at[64]; int n; };
struct token { enum { T_NUM, T_OP, T_END, T_BAD } kind; long num; char op; };
extern int max_depth;
struct token next_token(const char **p);
const char *compile(const char *text, struct code *out);
const char *execute(const struct code *c, long *result);
#endif
