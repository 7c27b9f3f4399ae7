// The __sync and __atomic builtins.
#include <stdint.h>
#include <stdio.h>

static int lock;
static void enter(void) { while (__sync_lock_test_and_set(&lock, 1)) ; }
static void leave(void) { __sync_lock_release(&lock); }

int main(void) {
    int v = 10;
    printf("%d ", __sync_fetch_and_add(&v, 5));
    printf("%d ", __sync_add_and_fetch(&v, 5));
    printf("%d ", __sync_sub_and_fetch(&v, 3));
    printf("%d ", __sync_or_and_fetch(&v, 64));
    printf("%d ", __sync_and_and_fetch(&v, 0x5f));
    printf("%d ", __sync_xor_and_fetch(&v, 3));
    printf("%d ", __sync_nand_and_fetch(&v, 15));
    printf("%d\n", v);
    printf("%d %d ", __sync_bool_compare_and_swap(&v, 1, 2), __sync_bool_compare_and_swap(&v, v, 2));
    printf("%d ", __sync_val_compare_and_swap(&v, 2, 30));
    printf("%d\n", v);
    long l = 1;
    __atomic_store_n(&l, 40, __ATOMIC_SEQ_CST);
    printf("%ld %ld %ld ", __atomic_add_fetch(&l, 2, __ATOMIC_RELAXED), __atomic_load_n(&l, __ATOMIC_ACQUIRE), __atomic_exchange_n(&l, 7, __ATOMIC_ACQ_REL));
    long e = 8;
    int ok = __atomic_compare_exchange_n(&l, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %ld %ld\n", ok, e, l);
    uint8_t b = 0xf0;
    printf("%d %d\n", __atomic_fetch_or(&b, 0x0f, __ATOMIC_SEQ_CST), b);
    unsigned short h = 1;
    printf("%d %d\n", __atomic_sub_fetch(&h, 2, __ATOMIC_SEQ_CST), h);
    struct { long a, b; } x = {1, 2}, y;
    __atomic_load(&l, &e, __ATOMIC_SEQ_CST);
    y = x;
    printf("%ld %ld\n", e, y.b);
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    for (int i = 0; i < 3; i++) { enter(); v += i; leave(); }
    printf("%d %d\n", v, lock);
    printf("%d %d\n", __atomic_fetch_max(&v, 1000, __ATOMIC_SEQ_CST), __atomic_fetch_min(&v, -5, __ATOMIC_SEQ_CST));
    printf("%d\n", v);
    __sync_synchronize();
    return 0;
}
