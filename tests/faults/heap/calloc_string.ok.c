// Twin of calloc_string.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *word = "crescendo";
    size_t n = strlen(word);
    char *copy = calloc(n + 1, 1);
    if (!copy) return 1;
    for (size_t i = 0; i < n; i++)
        copy[i] = word[n - 1 - i];
    copy[n] = '\0';
    puts(copy);
    free(copy);
    return 0;
}
