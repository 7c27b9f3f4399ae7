// fread and fwrite of structures, partial items, counts, update mode.
#include <stdio.h>
#include <string.h>

struct rec { int id; double v; char tag[4]; };

int main(void) {
    FILE *f = fopen("blocks.tmp", "wb+");
    struct rec r[5];
    memset(r, 0, sizeof r);
    for (int i = 0; i < 5; i++) { r[i].id = i; r[i].v = i / 3.0; memcpy(r[i].tag, "abc", 4); r[i].tag[0] = (char)('a' + i); }
    printf("%zu\n", fwrite(r, sizeof r[0], 5, f));
    printf("%ld\n", ftell(f));
    struct rec x;
    fseek(f, 2 * (long)sizeof x, SEEK_SET);
    printf("%zu %d %.17g %s\n", fread(&x, sizeof x, 1, f), x.id, x.v, x.tag);
    x.id = 99;
    fseek(f, 2 * (long)sizeof x, SEEK_SET);
    fwrite(&x, sizeof x, 1, f);
    rewind(f);
    struct rec back[8];
    size_t n = fread(back, sizeof back[0], 8, f);
    printf("%zu %d %d %d\n", n, back[2].id, back[4].id, feof(f) != 0);
    rewind(f);
    char bytes[50];
    printf("%zu ", fread(bytes, 7, 7, f));
    printf("%ld\n", ftell(f));
    fseek(f, -10, SEEK_END);
    printf("%zu %d\n", fread(bytes, 4, 5, f), feof(f) != 0);
    printf("%zu %zu\n", fread(bytes, 0, 5, f), fwrite(bytes, 5, 0, f));
    fclose(f);
    f = fopen("blocks.tmp", "rb");
    printf("%zu %d\n", fwrite("x", 1, 1, f), ferror(f) != 0);
    fclose(f);
    remove("blocks.tmp");
    return 0;
}
