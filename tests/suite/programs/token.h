/* A header that defines its function, as single-header libraries do: every program that includes it has one. */
int token_kind(int c)
{
    if (c >= '0' && c <= '9')
        return 1;
    return c == ' ' ? 2 : 0;
}
