// A loop made of longjmp.
#include <setjmp.h>
int main(void) { static jmp_buf env; setjmp(env); longjmp(env, 1); }
