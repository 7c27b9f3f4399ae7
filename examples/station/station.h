/* A small weather station: readings come in, a queue keeps the last ones, rules watch them. */
#ifndef STATION_H
#define STATION_H

#include <stddef.h>
#include <stdio.h>

enum sensor { TEMPERATURE, HUMIDITY, WIND, SENSORS };

struct reading {
    enum sensor sensor;
    int value; /* tenths of a degree, a percent, or a metre per second */
    unsigned minute : 11;
    unsigned valid : 1;
};

#define QUEUE_SIZE 4

struct queue {
    struct reading items[QUEUE_SIZE];
    size_t first, count;
};

int queue_put(struct queue *q, const struct reading *r);
int queue_get(struct queue *q, struct reading *r);
int queue_average(const struct queue *q, enum sensor sensor);

#define NAME_SIZE 8

struct config {
    char name[NAME_SIZE];
    int low, high;
    int verbose;
};

int config_set(struct config *c, const char *key, const char *value);
int config_read(struct config *c, FILE *in);

typedef int (*rule)(const struct config *c, const struct reading *r);

struct watch {
    rule rule;
    unsigned hits;
};

int watch_all(struct watch *watches, size_t n, const struct config *c, const struct reading *r);
int rule_range(const struct config *c, const struct reading *r);
int rule_storm(const struct config *c, const struct reading *r);

#endif
