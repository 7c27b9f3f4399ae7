// A freestanding test returns 0 from main, or the line of the first check that failed.
// Keep every file below 250 lines: a native exit status has eight bits.
#ifndef CHECK_H
#define CHECK_H
#define CHECK(e) do { if (!(e)) return __LINE__; } while (0)
#define LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#endif
