int scale(int value)
{
    return (int)(value * 2u);
}

int scale_twice(int value)
{
    return scale(scale(value)) == 3;
}
