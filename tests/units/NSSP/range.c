int count(const char *begin, const char *end)
{
    int spaces = 0;
    if (!begin || !end)
        return -1;
    for (; begin != end; begin++)
        if (*begin == ' ')
            spaces++;
    if (spaces > 2)
        return 1;
    return 0;
}
