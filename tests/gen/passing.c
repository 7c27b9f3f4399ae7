/* Structs that travel in registers, with padding at their end, before other parameters. */
struct token { const char *text; unsigned length; };
struct pair { double x; float y; };
struct tail { long a; char b; };
struct bits { long a; unsigned flag : 3; };
struct nested { struct tail first; };
struct floats { float a, b, c; };

int before_pointer(struct token t, int *p)
{
    if (t.length > 3)
        return p ? *p : -1;
    return 0;
}

int before_int(struct token t, int k)
{
    if (k == 77)
        return 1;
    return t.length == 5;
}

int before_char(struct tail t, char c, short s)
{
    if (c == 'x' && s == -3)
        return t.b == 'y';
    return 0;
}

int before_float(struct pair p, float f)
{
    return f == 2.5f && p.y == 1.5f;
}

int before_bits(struct bits b, int k)
{
    return b.flag == 5 && k == 9;
}

int before_nested(struct nested n, struct floats f, int k)
{
    return n.first.b == 1 && f.c == 4.0f && k == 10;
}

int stub(struct token t, int k, struct tail u, short s);

int calls(struct token t, int k)
{
    struct tail u = { 1, 2 };
    return stub(t, k, u, 7) == 4;
}
