/* The last readings, oldest first; a full queue forgets the oldest. */
#include "station.h"

static size_t place(const struct queue *q, size_t i)
{
    return (q->first + i) % QUEUE_SIZE;
}

int queue_put(struct queue *q, const struct reading *r)
{
    if (!r->valid)
        return -1;
    if (q->count == QUEUE_SIZE) {
        q->first = place(q, 1);
        q->count--;
    }
    q->items[place(q, q->count)] = *r;
    q->count++;
    return 0;
}

int queue_get(struct queue *q, struct reading *r)
{
    if (q->count == 0)
        return 0;
    *r = q->items[q->first];
    q->first = place(q, 1);
    q->count--;
    return 1;
}

/* The mean of the readings of one sensor. */
int queue_average(const struct queue *q, enum sensor sensor)
{
    int sum = 0, n = 0;
    size_t i;

    for (i = 0; i < q->count; i++) {
        const struct reading *r = &q->items[place(q, i)];
        if (r->sensor == sensor && r->valid) {
            sum += r->value;
            n++;
        }
    }
    return sum / n; /* who asks for a sensor that has not reported? */
}
