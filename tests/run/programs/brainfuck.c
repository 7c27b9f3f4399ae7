// An interpreter for Brainfuck with a precomputed jump table, running two programs.
#include <stdio.h>
#include <string.h>

static void run(const char *prog, const char *input) {
    static unsigned char tape[3000];
    static int jump[2000];
    int stack[100], sp = 0, n = (int)strlen(prog);
    long steps = 0;
    memset(tape, 0, sizeof tape);
    for (int i = 0; i < n; i++) {
        if (prog[i] == '[') stack[sp++] = i;
        if (prog[i] == ']') { int b = stack[--sp]; jump[b] = i; jump[i] = b; }
    }
    unsigned char *p = tape + 1;
    for (int pc = 0; pc < n; pc++, steps++)
        switch (prog[pc]) {
        case '>': p++; break;
        case '<': p--; break;
        case '+': ++*p; break;
        case '-': --*p; break;
        case '.': putchar(*p); break;
        case ',': *p = (unsigned char)(*input ? *input++ : 0); break;
        case '[': if (!*p) pc = jump[pc]; break;
        case ']': if (*p) pc = jump[pc]; break;
        }
    printf("(%ld)\n", steps);
}

int main(void) {
    run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", "");
    run(",[>,]<[.<]", "reverse me");
    run("+++++[>++++++++++<-]>++>,<[->.+<]", "A");
    return 0;
}
