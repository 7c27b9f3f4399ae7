// A switch-driven lexer over generated text: many small cases, unpredictable branches.
#include <stdio.h>

enum state { START, WORD, NUMBER, STRING, ESCAPE, COMMENT, STATES };
enum { SIZE = 1 << 16 };
static char text[SIZE + 1];

int main(void) {
    static const char pieces[] = "while 123 \"a\\\"b\" x1 # note\n+-*/ 4567 foo_bar \"str\" ;;\n";
    unsigned x = 17;
    for (int i = 0; i < SIZE; i++) {
        x = x * 1103515245u + 12345u;
        text[i] = (x >> 28) == 0 ? pieces[(x >> 16) % (sizeof pieces - 1)] : pieces[i % (sizeof pieces - 1)];
    }
    unsigned long count[STATES] = {0}, hash = 0;
    for (int round = 0; round < 500; round++) {
        enum state s = START;
        for (const char *p = text; *p; p++) {
            char c = *p;
            switch (s) {
            case START:
                if (c >= '0' && c <= '9') s = NUMBER;
                else if ((c >= 'a' && c <= 'z') || c == '_') s = WORD;
                else if (c == '"') s = STRING;
                else if (c == '#') s = COMMENT;
                break;
            case WORD:
                if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) s = START;
                break;
            case NUMBER:
                if (c < '0' || c > '9') s = START;
                break;
            case STRING:
                if (c == '\\') s = ESCAPE;
                else if (c == '"') s = START;
                break;
            case ESCAPE: s = STRING; break;
            case COMMENT:
                if (c == '\n') s = START;
                break;
            default: return 1;
            }
            count[s]++;
            hash = hash * 3 + s;
        }
    }
    for (int i = 0; i < STATES; i++)
        hash = hash * 31 + count[i];
    printf("state_machine %lu\n", hash);
    return 0;
}
