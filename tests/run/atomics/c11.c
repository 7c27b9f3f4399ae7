// C11 atomics in one thread: all operations, all widths, flags, compare-exchange, fences, structures.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pair { int a, b; };

int main(void) {
    atomic_int i = 5;
    printf("%d ", atomic_fetch_add(&i, 3));
    printf("%d ", atomic_fetch_sub(&i, 1));
    printf("%d ", atomic_fetch_or(&i, 8));
    printf("%d ", atomic_fetch_and(&i, 12));
    printf("%d ", atomic_fetch_xor(&i, 5));
    printf("%d ", atomic_exchange(&i, 100));
    printf("%d\n", atomic_load(&i));
    int expect = 99;
    bool ok = atomic_compare_exchange_strong(&i, &expect, 1);
    printf("%d %d %d\n", ok, expect, i);
    ok = atomic_compare_exchange_strong_explicit(&i, &expect, 1, memory_order_acq_rel, memory_order_relaxed);
    printf("%d %d %d\n", ok, expect, i);
    while (!atomic_compare_exchange_weak(&i, &expect, expect + 10)) ;
    printf("%d\n", i);
    _Atomic uint8_t b = 250;
    _Atomic int16_t s = -5;
    _Atomic uint64_t q = 1ULL << 63;
    atomic_fetch_add(&b, 10); s *= 3; q >>= 3;
    printf("%d %d %llu\n", b, s, (unsigned long long)q);
    i++; ++i; i--; i += 5; i *= 2; i |= 1; i <<= 1;
    printf("%d ", i++);
    printf("%d\n", i);
    atomic_flag f = ATOMIC_FLAG_INIT;
    printf("%d %d ", atomic_flag_test_and_set(&f), atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
    printf("%d\n", atomic_flag_test_and_set(&f));
    atomic_bool ab = false;
    ab |= true;
    printf("%d\n", ab);
    int arr[4] = {1, 2, 3, 4};
    _Atomic(int *) p = arr;
    atomic_fetch_add(&p, 2);
    p--;
    printf("%d\n", *p);
    _Atomic struct pair sp;
    atomic_init(&sp, ((struct pair){1, 2}));
    struct pair c = atomic_load(&sp);
    c.b = 50;
    atomic_store(&sp, c);
    c = (struct pair){0, 0};
    c = atomic_load(&sp);
    printf("%d %d\n", c.a, c.b);
    _Atomic double d = 1.5;
    d += 2;
    printf("%g\n", d);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    atomic_init(&i, 7);
    atomic_store_explicit(&i, atomic_load_explicit(&i, memory_order_relaxed) + 1, memory_order_release);
    printf("%d %d\n", i, atomic_is_lock_free(&i));
    return 0;
}
