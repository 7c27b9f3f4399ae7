/* What setjmp keeps is no result, and where a jump goes that nobody waits for is no test. */
#include <setjmp.h>

static jmp_buf on_error;

struct parser {
    jmp_buf env;
    int errors;
};

static void fail(int code)
{
    if (code)
        longjmp(on_error, code);
}

int guarded(int x)
{
    int code = setjmp(on_error);
    if (code)
        return code == 3 ? 30 : -code;
    fail(x % 5);
    return 0;
}

int parse(struct parser *p, int c)
{
    if (!p || setjmp(p->env))
        return -1;
    if (c == '!') {
        p->errors++;
        longjmp(p->env, 1);
    }
    return 0;
}
