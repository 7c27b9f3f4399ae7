// cflags: -std=c2x
// compilers: clang-19
#include <stddef.h>

enum small : unsigned char { none, some, all = 200 };
typedef struct { bool set; enum small how; int (*check)(int); } setting;

constexpr int limit = 0b1010'1010;

[[nodiscard]] int chosen(setting s, int value)
{
    static_assert(sizeof(enum small) == 1);
    if (!s.set)
        return limit;
    if (s.check == nullptr)
        return s.how == all ? value : -value;
    return s.check(value);
}

int unnamed(int, int used, [[maybe_unused]] char spare)
{
    auto twice = used * 2;
    return twice > 14 ? 1 : 0;
}

[[noreturn]] void stop(int code);

typeof(int) ended(unsigned code)
{
    if (code > 255)
        stop(255);
    return (int)code;
}
