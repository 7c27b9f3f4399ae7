// cflags: -I parts
// Other C files, included: once, twice with other macros, and in the middle of a function.
#include "parts/helper.c"

#define NAME both_small
#define TYPE short
#include "parts/template.c"
#undef NAME
#undef TYPE
#define NAME both_large
#define TYPE long
#include "parts/template.c"

int weekday(int n)
{
    switch (n) {
#include "parts/cases.inc"
    }
    return helper(n);
}
