#include "station.h"
#include <stdlib.h>
#include <string.h>

static struct watch watches[] = {{rule_range, 0}, {rule_storm, 0}};

/* `t-35@600`: minus 3.5 degrees at 10:00 */
static int parse(const char *text, struct reading *r)
{
    char *end;
    long value = strtol(text + 1, &end, 10);
    long minute = *end == '@' ? strtol(end + 1, &end, 10) : -1;

    if (*end != '\0')
        return -1;
    switch (text[0]) {
    case 't':
        r->sensor = TEMPERATURE;
        break;
    case 'h':
        r->sensor = HUMIDITY;
        break;
    case 'w':
        r->sensor = WIND;
        break;
    default:
        return -1;
    }
    r->value = (int)value;
    r->minute = (unsigned)minute;
    r->valid = minute >= 0 && minute < 24 * 60;
    return 0;
}

int main(int argc, char **argv)
{
    struct config config = {"", -100, 350, 0};
    struct queue queue = {0};
    int i, alarms = 0;

    if (argc > 1) {
        FILE *in = fopen(argv[1], "r");
        if (!in || config_read(&config, in) < 0) {
            fprintf(stderr, "bad settings: %s\n", argv[1]);
            return 1;
        }
        fclose(in);
    }
    for (i = 2; i < argc; i++) {
        struct reading r = {TEMPERATURE, 0, 0, 0};
        if (parse(argv[i], &r) == 0 && queue_put(&queue, &r) == 0)
            alarms += watch_all(watches, sizeof watches / sizeof *watches, &config, &r);
    }
    printf("%s: %d alarms\n", config.name, alarms);
    return alarms > 0 ? 2 : 0;
}
