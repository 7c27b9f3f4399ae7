struct inner { int (*probe)(void *); int limit; };
struct device { struct inner driver; void *data; };

int attach(struct device *d)
{
    if (!d || !d->driver.probe)
        return -1;
    int r = d->driver.probe(d->data);
    if (r > d->driver.limit)
        return 1;
    return r == -19 ? 2 : 0;
}
