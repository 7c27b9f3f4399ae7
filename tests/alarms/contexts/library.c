/* No `main`: what is exported may be called from outside. */

static int row[4];

int nobody_calls(int i)
{
    return row[i]; //~ nobody_calls out-of-bounds open unit
}

static int inner(int i)
{
    return row[i]; //~ inner out-of-bounds confirmed native; wrapper out-of-bounds confirmed native
}

int wrapper(int i)
{
    return inner(i);
}

int used_inside(int i)
{
    return row[i]; //~ used_inside out-of-bounds false explored
}

int caller(int i)
{
    return i > 0 && i < 4 ? used_inside(i) : 0;
}
