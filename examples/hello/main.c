// A small program to see the machine at work: counts the words of its arguments, with a bug that needs five of them.
#include <stdio.h>
#include <string.h>

#include "words.h"

int main(int argc, char **argv) {
    struct words words = {0};
    for (int i = 1; i < argc; i++) words_add(&words, argv[i]);
    printf("%d words, %d letters, longest: %s\n", words.count, words_letters(&words), words_longest(&words));
    return 0;
}
