struct packet {
    void *payload;
    int length;
};

int send_header(int kind, int size);
#ifndef doubled
int doubled(int v);
#endif

int kind_in(const struct packet *p);
int has_payload(const struct packet *p);
int is_urgent(const struct packet *p);
void shorten(struct packet *p);
