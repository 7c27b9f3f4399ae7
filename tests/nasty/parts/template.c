int NAME(TYPE a, TYPE b)
{
    return a < 10 && b < 10;
}
