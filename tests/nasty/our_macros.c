// Functions that are named like the macros of our runtime.
int CHECK_INT(int n) { return n > 3; }
int CHECK(int n) { return n > 4; }
int CHECK_CALL(int n) { return n > 6; }
int NEW_TEXT(const char *s) { return s[0] == 'a'; }
int SET_BYTES(int n) { return n == 5; }
int SET_FILE(int n) { return n == 6; }
int NEW_BYTES(int n) { return n == 7 ? CHECK(n) : CHECK_CALL(n); }
