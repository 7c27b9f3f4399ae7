/* Binary search in an array that the caller may not have sorted, with insertion points and bounds of equal runs. */

/* The place of the key, or -1 - the place where it belongs; -100 if the array is not sorted. */
int find(const int sorted[8], int key)
{
    for (int i = 1; i < 8; i++)
        if (sorted[i - 1] > sorted[i])
            return -100;
    int low = 0, high = 7;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else if (sorted[middle] > key)
            high = middle - 1;
        else {
            while (middle > 0 && sorted[middle - 1] == key)
                middle--;
            return middle;
        }
    }
    if (low == 8 && sorted[0] > 50)
        return -1000;
    return -1 - low;
}
