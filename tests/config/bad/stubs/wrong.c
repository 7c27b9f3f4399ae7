// Its second parameter is not that of fetch.
int crescendo_stub_fetch(unsigned char *buffer, int length) { return buffer[0] + length; }
