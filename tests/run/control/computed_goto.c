// Computed goto: a threaded interpreter, label differences, labels in static tables.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, DEC, SWAP, PRINT, HALT };

static int run(const int *code) {
    static void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&swap, &&print, &&halt};
    int stack[16], sp = 0, steps = 0;
    const int *pc = code;
#define NEXT do { steps++; goto *labels[*pc++]; } while (0)
    NEXT;
push: stack[sp++] = *pc++; NEXT;
add: sp--; stack[sp - 1] += stack[sp]; NEXT;
mul: sp--; stack[sp - 1] *= stack[sp]; NEXT;
dup: stack[sp] = stack[sp - 1]; sp++; NEXT;
dec: stack[sp - 1]--; NEXT;
swap: { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; } NEXT;
jnz: if (stack[sp - 1]) pc = code + *pc; else pc++; NEXT;
print: printf("%d ", stack[sp - 1]); NEXT;
halt: return steps;
}

int main(void) {
    int power[] = {PUSH, 1, PUSH, 10, SWAP, DUP, ADD, PRINT, SWAP, DEC, JNZ, 4, HALT};
    printf("\n%d\n", run(power));
    int sum[] = {PUSH, 3, PUSH, 4, MUL, DUP, ADD, PRINT, HALT};
    printf("\n%d\n", run(sum));
    void *p = &&there;
    int n = 0;
    goto *p;
    puts("not here");
there:
    puts("there");
    p = n++ < 2 ? &&there : &&done;
    goto *p;
done:
    printf("%d\n", n);
    return 0;
}
