/* Rules look at every reading; the station says how many of them found something. */
#include "station.h"

static int is_outside(int value, int low, int high)
{
    return low < high && (value < low || value > high);
}

int rule_range(const struct config *c, const struct reading *r)
{
    if (!r->valid)
        return 0;
    return r->sensor == TEMPERATURE && is_outside(r->value, c->low, c->high);
}

/* Strong wind, or moderate wind at night. */
int rule_storm(const struct config *c, const struct reading *r)
{
    int night = r->minute < 6 * 60 || r->minute >= 22 * 60;

    (void)c;
    if (r->sensor != WIND || !r->valid)
        return 0;
    return r->value > 25 || (night && r->value > 15);
}

int watch_all(struct watch *watches, size_t n, const struct config *c, const struct reading *r)
{
    size_t i;
    int found = 0;

    for (i = 0; i < n; i++) {
        if (watches[i].rule && watches[i].rule(c, r)) {
            watches[i].hits++;
            found++;
        }
    }
    return found;
}
