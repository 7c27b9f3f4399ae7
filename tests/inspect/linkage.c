// Weak, aliases, inline, static, thread-local, renamed, never returning.
int real(int x) { return x; }
int other_name(int x) __attribute__((alias("real")));
int weak_one(int x) __attribute__((weak));
int weak_one(int x) { return x; }
int maybe(int x) __attribute__((weak));
extern int maybe_data __attribute__((weak));
static int hidden(int x) { return x; }
inline int inlined(int x) { return x; }
static inline int both(int x) { return hidden(x); }
int renamed(int x) __asm__("real_symbol");
_Noreturn void leave(int code);
int value = 3;
extern int same_value __attribute__((alias("value")));
static const int constant = 4;
_Thread_local int mine;
extern _Thread_local int theirs;
int main(void) {
    static int counter;
    if (maybe && &maybe_data) leave(maybe(maybe_data));
    return other_name(1) + weak_one(2) + inlined(3) + both(4) + renamed(5) + value + same_value + mine + theirs + counter++
        + *(const volatile int *)&constant;
}
