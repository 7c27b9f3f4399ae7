/* function: padded_2
 * kind: infeasible
 * claim: branch, line 23: memcmp((const char *)p + 1, (const char *)&z + 1, 1) != 0 is true
 * class: padding
 * native: -fsanitize=address,undefined
 * why it is wrong: Bytes that no member has are not zero.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? (armed ? _exit(42) : (void)0), 1 : 0)
#endif
#include <string.h>
struct p_2 { char c; long l; };
struct p_2 g_2;
int padded_2(void) {
    struct p_2 *p = &g_2;
#ifdef NATIVE
    struct p_2 z; memset(&z, 0, sizeof z); if (GOAL(memcmp((const char *)p + 1, (const char *)&z + 1, 1) != 0)) return 2;
#else
    struct p_2 z; memset(&z, 0, sizeof z); if (memcmp((const char *)p + 1, (const char *)&z + 1, 1) != 0) return 2;
#endif
    return 1;
}

#ifdef NATIVE
int main(void) {
    memset((char *)&g_2 + 0, 92, 16);
    armed = 1;
    padded_2();
    return 1;
}
#endif
