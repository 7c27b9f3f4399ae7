/* The golden test: what an engineer would read. */

struct message {
    unsigned char kind;
    int length;
    char text[8];
};

static int errors;

int parse(const char *buf, int len, struct message *out)
{
    if (!buf || !out || len <= 0) {
        errors++;
        return -1;
    }
    if (buf[0] != '[')
        return 0;
    out->kind = 1;
    out->length = len;
    return 1;
}
