/* A hash table with linear probing and tombstones over small keys: insert, delete, find; collisions decide. */

enum { SLOTS = 8, EMPTY = 0, GONE = 0xFFFF };

static unsigned slot_of(unsigned short key) { return (key * 40503u >> 5) % SLOTS; }

static int find(const unsigned short *table, unsigned short key, int *probes)
{
    unsigned at = slot_of(key);
    for (*probes = 0; *probes < SLOTS; ++*probes) {
        if (table[at] == key)
            return (int)at;
        if (table[at] == EMPTY)
            return -1;
        at = (at + 1) % SLOTS;
    }
    return -1;
}

static int insert(unsigned short *table, unsigned short key)
{
    unsigned at = slot_of(key);
    for (int i = 0; i < SLOTS; i++) {
        if (table[at] == EMPTY || table[at] == GONE || table[at] == key) {
            table[at] = key;
            return i;
        }
        at = (at + 1) % SLOTS;
    }
    return -1;
}

/* Inserts three keys, deletes one, looks for another; what the look-up met on its way. */
int exercise(const unsigned short keys[3], unsigned short dropped, unsigned short wanted)
{
    unsigned short table[SLOTS] = {EMPTY};
    int worst = 0, probes;
    for (int i = 0; i < 3; i++) {
        if (keys[i] == EMPTY || keys[i] == GONE)
            return -1;
        int n = insert(table, keys[i]);
        if (n > worst)
            worst = n;
    }
    int at = find(table, dropped, &probes);
    if (at >= 0 && dropped != EMPTY)
        table[at] = GONE;
    at = find(table, wanted, &probes);
    if (at < 0 || wanted == EMPTY)
        return worst == 2 ? 20 : 10;
    if (wanted == GONE)
        return 30;
    return probes > 1 && dropped != wanted ? 2 : probes;
}
