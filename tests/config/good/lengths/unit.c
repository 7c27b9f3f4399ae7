// expect sum: branch full, faults 0
// expect last: faults 0
// With the length tied to the buffer and the pointers not null, nothing goes wrong here.
int sum(const unsigned char *buffer, unsigned length) {
    unsigned all = 0;
    for (unsigned i = 0; i < length; i++)
        all += buffer[i];
    return all == 300;
}

int last(const int *numbers, int count) {
    if (count == 0)
        return 0;
    return numbers[count - 1] == 5;
}
