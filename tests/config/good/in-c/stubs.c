int parse(const char *text, int length);

// Tokens repeat.
int crescendo_stub_next_token(int at) {
    return at % 2 ? 8 : 1;
}

// Texts of one length only; it is never negative.
int crescendo_drive_parse(char third) {
    char text[4] = {'a', 'b', third, 0};
    return parse(text, 3);
}
