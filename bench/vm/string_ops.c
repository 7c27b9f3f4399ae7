// Strings: library calls and byte loops, copying, comparing, searching, formatting.
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char *const words[] = {"alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"};
    char line[256], key[32];
    unsigned long hash = 5381;
    int found = 0;
    for (int round = 0; round < 400000; round++) {
        line[0] = '\0';
        for (int i = 0; i < 8; i++) {
            strcat(line, words[(round + i * 3) % 8]);
            strcat(line, i % 2 ? ", " : "-");
        }
        sprintf(key, "%s-%s", words[round % 8], words[(round + 3) % 8]);
        if (strstr(line, key)) found++;
        if (strchr(line, 'q')) found += 1000;
        if (strcmp(line, key) > 0) found += 2;
        for (const char *p = line; *p; p++)
            hash = hash * 33 ^ (unsigned char)*p;
        size_t n = strlen(line);
        for (size_t i = 0, j = n - 1; i < j; i++, j--) {
            char t = line[i];
            line[i] = line[j];
            line[j] = t;
        }
        hash += (unsigned char)line[n / 2];
    }
    printf("string_ops %d %lu\n", found, hash);
    return 0;
}
