#include "words.h"

#include <string.h>

void words_add(struct words *words, const char *word) {
    // The bug: nothing stops a fifth word.
    words->list[words->count++] = word;
}

int words_letters(const struct words *words) {
    int letters = 0;
    for (int i = 0; i < words->count; i++) letters += (int)strlen(words->list[i]);
    return letters;
}

const char *words_longest(const struct words *words) {
    const char *longest = "(none)";
    size_t most = 0;
    for (int i = 0; i < words->count; i++) {
        size_t n = strlen(words->list[i]);
        if (n > most) {
            most = n;
            longest = words->list[i];
        }
    }
    return longest;
}
