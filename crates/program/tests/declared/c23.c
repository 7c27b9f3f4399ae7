// cflags: -std=c23
#include <stdint.h>
#include <stddef.h>
enum fixed : uint8_t { FIXED_A, FIXED_B = 255 } fixed;
enum fixed_signed : int8_t { FIXED_MINUS = -1 } fixed_signed;
enum fixed_bool : bool { NO, YES } fixed_bool;
typedef typeof(1L) long_type;
long_type like_long;
bool truth(bool a) { return a; }
int nothing() { return 0; }
int (*pointer_to_nothing)();
constexpr int constant = 3;
int use(void) { return constant; }

[[noreturn]] void stop(void) { for (;;) ; }
auto deduced = 3.5;
struct holder { nullptr_t none; int _BitInt_like; unsigned small : 3; } holder;
int attributes([[maybe_unused]] int a, int b [[maybe_unused]]) { return a; }
