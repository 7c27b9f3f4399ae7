// cflags: -std=c23
// C23: bool and nullptr keywords, constexpr, binary literals, digit separators, typed enums, attributes, empty initialisers, typeof.
#include <stdio.h>

enum tiny : unsigned char { ONE = 1, LAST = 255 };
constexpr int size = 4;
static int table[size] = {};
[[nodiscard]] static int twice(int x) { return 2 * x; }
static int unnamed(int, int b) { return b; }
[[maybe_unused]] static int spare;
static_assert(sizeof(enum tiny) == 1);

int main() {
    bool b = true;
    int *p = nullptr;
    printf("%d %d %zu\n", b, p == nullptr, sizeof(enum tiny));
    printf("%d %d\n", 0b1010'1010, 1'000'000);
    for (int i = 0; i < size; i++) table[i] += twice(i);
    typeof(table[0]) x = table[3];
    auto y = 2.5;
    printf("%d %g %d\n", x, y, unnamed(1, 2));
    struct { int a, b; } z = {};
    printf("%d\n", z.a + z.b);
    enum tiny t = LAST;
    t = (enum tiny)(t + 2);
    printf("%d\n", t);
    switch (x) {
    case 6: puts("six"); [[fallthrough]];
    case 7: puts("seven"); break;
    default: puts("other");
    }
    goto end;
end:
    printf("%zu\n", sizeof(true));
}
