/* A framed message: header byte, length, payload, CRC-8 over all of it, and a sum check inside the payload. */

static unsigned char crc8(const unsigned char *p, int n)
{
    unsigned char crc = 0xFF;
    for (int i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 0x80 ? crc << 1 ^ 0x31 : crc << 1;
    }
    return crc;
}

enum { BAD_START = 1, BAD_LENGTH, BAD_CRC, BAD_SUM, STATUS, COMMAND, OTHER };

int receive(const unsigned char frame[6])
{
    if (frame[0] != 0xA5)
        return BAD_START;
    int n = frame[1];
    if (n < 1 || n > 3)
        return BAD_LENGTH;
    if (crc8(frame, n + 2) != frame[n + 2])
        return BAD_CRC;
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += frame[2 + i];
    if (n > 1 && (sum & 0x0F) != 0)
        return BAD_SUM;
    if (frame[2] == 0x10)
        return STATUS;
    if (frame[2] == 0x20 && n == 3)
        return COMMAND;
    return OTHER;
}
