struct packet {
    void *payload;
    int length;
};

/* Complete in header.c only. */
struct route;
struct hop {
    int number;
    struct route *route;
};

struct labelled {
    const void *label;
};

#ifdef WITH_LABELS
typedef struct {
    int length;
    const char *text;
} label;
#endif

int reroute(struct hop *h);
int label_length(const struct labelled *l);

int send_header(int kind, int size);
#ifndef doubled
int doubled(int v);
#endif

int kind_in(const struct packet *p);
int has_payload(const struct packet *p);
int is_urgent(const struct packet *p);
void shorten(struct packet *p);
