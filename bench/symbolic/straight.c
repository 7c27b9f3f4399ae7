/* Symbolic data without forks, for measuring how fast the machine runs it. Each function repeats its work with constants that
   change from round to round, so that no term is met twice. */

enum { ROUNDS = 20000 };

/* Every value is an input or comes from one: sums, products, masks. */
unsigned arithmetic(const unsigned in[16])
{
    unsigned out[16] = {0};
    for (unsigned r = 1; r <= ROUNDS; r++)
        for (unsigned i = 0; i < 16; i++)
            out[i] = (in[i] * r + in[(i + 1) & 15]) ^ r;
    return out[3];
}

/* Symbolic data is moved about, half of it next to plain bookkeeping. */
unsigned moving(const unsigned in[16])
{
    unsigned a[16], b[16], moves = 0;
    for (int i = 0; i < 16; i++)
        a[i] = in[i];
    for (unsigned r = 1; r <= ROUNDS; r++) {
        for (unsigned i = 0; i < 16; i++) {
            b[i] = a[(i * 5 + r) & 15];
            moves += i ^ r;
        }
        for (unsigned i = 0; i < 16; i++)
            a[i] = b[i];
    }
    return a[moves & 15];
}

/* Inputs are there, but the work is on plain numbers. */
unsigned plain(const unsigned in[16])
{
    unsigned sum = 0;
    for (unsigned r = 1; r <= ROUNDS * 16; r++)
        sum = sum * 31 + (r ^ sum >> 3);
    return sum + in[0];
}
