int matrix(const int *m, unsigned rows, unsigned columns, int mode)
{
    int negative = 0;
    if (!m || rows > 4 || columns > 4)
        return -1;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++)
            if (m[r * columns + c] < 0)
                negative = 1;
    if (mode == 7 && negative)
        return 1;
    return 0;
}
