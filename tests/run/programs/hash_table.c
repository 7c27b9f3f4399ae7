// An open-addressing hash table of strings that grows, with deletion; checked against a plain array.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot { char *key; int value; };
struct table { struct slot *at; size_t cap, used, dead; };
static char tomb[] = "";

static uint64_t hash(const char *s) { uint64_t h = 14695981039346656037ULL; for (; *s; s++) h = (h ^ (unsigned char)*s) * 1099511628211ULL; return h; }
static struct slot *find(struct table *t, const char *key) {
    struct slot *grave = NULL;
    for (size_t i = hash(key) & (t->cap - 1);; i = (i + 1) & (t->cap - 1)) {
        struct slot *s = &t->at[i];
        if (!s->key) return grave ? grave : s;
        if (s->key == tomb) { if (!grave) grave = s; }
        else if (!strcmp(s->key, key)) return s;
    }
}
static void grow(struct table *t) {
    struct table n = {calloc(t->cap ? t->cap * 2 : 8, sizeof(struct slot)), t->cap ? t->cap * 2 : 8, 0, 0};
    for (size_t i = 0; i < t->cap; i++) if (t->at[i].key && t->at[i].key != tomb) { *find(&n, t->at[i].key) = t->at[i]; n.used++; }
    free(t->at);
    *t = n;
}
static void put(struct table *t, const char *key, int v) {
    if ((t->used + t->dead + 1) * 4 > t->cap * 3) grow(t);
    struct slot *s = find(t, key);
    if (!s->key || s->key == tomb) { if (s->key == tomb) t->dead--; s->key = strdup(key); t->used++; }
    s->value = v;
}
static int get(struct table *t, const char *key) { struct slot *s = t->cap ? find(t, key) : NULL; return s && s->key && s->key != tomb ? s->value : -1; }
static void del(struct table *t, const char *key) {
    struct slot *s = find(t, key);
    if (s->key && s->key != tomb) { free(s->key); s->key = tomb; t->used--; t->dead++; }
}

int main(void) {
    struct table t = {0};
    static int model[1000];
    memset(model, -1, sizeof model);
    unsigned r = 12345;
    int bad = 0;
    for (int i = 0; i < 20000; i++) {
        r = r * 1103515245 + 12345;
        int k = (int)(r >> 16) % 1000;
        char key[16];
        sprintf(key, "key%d", k);
        switch (r >> 12 & 3) {
        case 0: case 1: put(&t, key, i); model[k] = i; break;
        case 2: if (t.cap) { del(&t, key); model[k] = -1; } break;
        default: bad += get(&t, key) != model[k];
        }
    }
    size_t n = 0;
    for (int k = 0; k < 1000; k++) { char key[16]; sprintf(key, "key%d", k); bad += get(&t, key) != model[k]; n += model[k] >= 0; }
    printf("%d %zu %zu %zu\n", bad, t.used, n, t.cap);
    for (size_t i = 0; i < t.cap; i++) if (t.at[i].key != tomb) free(t.at[i].key);
    free(t.at);
    return 0;
}
