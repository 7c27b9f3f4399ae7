/* A tokenizer for a small JSON-like language: strings with escapes, numbers with fraction and exponent, literals, comments,
   and a stack of brackets. The unit reads a text of 8 bytes. */

enum kind { T_END, T_STRING, T_NUMBER, T_WORD, T_PUNCT, T_OPEN, T_CLOSE, T_COMMENT, T_BAD };

struct lexer {
    const unsigned char *text;
    int length;
    int at;
    int tokens;
    int depth;
    unsigned char stack[4];
};

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int is_hex(int c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static int peek(const struct lexer *l, int ahead)
{
    if (l->at + ahead >= l->length)
        return -1;
    return l->text[l->at + ahead];
}

static int match(struct lexer *l, const char *word, int n)
{
    for (int i = 0; i < n; i++)
        if (peek(l, i) != word[i])
            return 0;
    if (is_letter(peek(l, n)) || is_digit(peek(l, n)))
        return 0;
    l->at += n;
    return 1;
}

static enum kind string(struct lexer *l, int quote)
{
    l->at++;
    for (;;) {
        int c = peek(l, 0);
        if (c < 0)
            return T_BAD;
        l->at++;
        if (c == quote)
            return T_STRING;
        if (c < 0x20)
            return T_BAD;
        if (c != '\\')
            continue;
        c = peek(l, 0);
        switch (c) {
        case 'n': case 't': case '\\': case '"': case '\'':
            l->at++;
            break;
        case 'x':
            if (!is_hex(peek(l, 1)) || !is_hex(peek(l, 2)))
                return T_BAD;
            l->at += 3;
            break;
        default:
            return T_BAD;
        }
    }
}

static enum kind number(struct lexer *l)
{
    if (peek(l, 0) == '-')
        l->at++;
    if (!is_digit(peek(l, 0)))
        return T_BAD;
    if (peek(l, 0) == '0' && is_digit(peek(l, 1)))
        return T_BAD;
    while (is_digit(peek(l, 0)))
        l->at++;
    if (peek(l, 0) == '.') {
        l->at++;
        if (!is_digit(peek(l, 0)))
            return T_BAD;
        while (is_digit(peek(l, 0)))
            l->at++;
    }
    if (peek(l, 0) == 'e' || peek(l, 0) == 'E') {
        l->at++;
        if (peek(l, 0) == '+' || peek(l, 0) == '-')
            l->at++;
        if (!is_digit(peek(l, 0)))
            return T_BAD;
        while (is_digit(peek(l, 0)))
            l->at++;
    }
    return T_NUMBER;
}

static enum kind bracket(struct lexer *l, int c)
{
    l->at++;
    if (c == '(' || c == '[' || c == '{') {
        if (l->depth == 4)
            return T_BAD;
        l->stack[l->depth++] = c;
        return T_OPEN;
    }
    if (l->depth == 0)
        return T_BAD;
    int open = l->stack[--l->depth];
    if ((c == ')' && open != '(') || (c == ']' && open != '[') || (c == '}' && open != '{'))
        return T_BAD;
    return T_CLOSE;
}

static enum kind next(struct lexer *l)
{
    int c = peek(l, 0);
    while (c == ' ' || c == '\t' || c == '\n') {
        l->at++;
        c = peek(l, 0);
    }
    if (c < 0)
        return T_END;
    l->tokens++;
    if (c == '"' || c == '\'')
        return string(l, c);
    if (is_digit(c) || c == '-')
        return number(l);
    if (c == '(' || c == '[' || c == '{' || c == ')' || c == ']' || c == '}')
        return bracket(l, c);
    if (c == ',' || c == ':' || c == ';') {
        l->at++;
        return T_PUNCT;
    }
    if (c == '#') {
        while (c >= 0 && c != '\n') {
            l->at++;
            c = peek(l, 0);
        }
        return T_COMMENT;
    }
    if (match(l, "true", 4) || match(l, "false", 5) || match(l, "null", 4))
        return T_WORD;
    return T_BAD;
}

/* The number of tokens, or minus the place of the first mistake. */
int tokenize(const unsigned char text[8])
{
    struct lexer l = {text, 8, 0, 0, 0, {0}};
    for (;;) {
        enum kind k = next(&l);
        if (k == T_BAD)
            return -l.at;
        if (k == T_END)
            break;
    }
    if (l.depth != 0)
        return -100;
    return l.tokens;
}
