// A wrong link in an xor-linked list.
#include <stdint.h>
#include <stdio.h>

struct xnode {
    int v;
    uintptr_t link;
};

int main(void) {
    struct xnode n[3] = {{1, 0}, {2, 0}, {3, 0}};
    n[0].link = (uintptr_t)&n[1];
    n[1].link = (uintptr_t)&n[0] ^ (uintptr_t)&n[2];
    n[2].link = (uintptr_t)&n[1];
    uintptr_t prev = 0, cur = (uintptr_t)&n[0];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        struct xnode *x = (struct xnode *)cur;
        sum += x->v; //~ FAULT wild-pointer
        uintptr_t next = ~x->link ^ prev;
        prev = cur;
        cur = next;
    }
    printf("%d\n", sum);
    return 0;
}
