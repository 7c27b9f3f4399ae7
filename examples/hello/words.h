// A fixed-size list of words.
#ifndef WORDS_H
#define WORDS_H
struct words {
    const char *list[4];
    int count;
};
void words_add(struct words *words, const char *word);
int words_letters(const struct words *words);
const char *words_longest(const struct words *words);
#endif
