// cflags: -DNDEBUG
// With NDEBUG an assert is not even evaluated.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    assert(n++ > 100);
    assert(0);
    printf("%d\n", n);
    return 0;
}
