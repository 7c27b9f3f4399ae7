/* A stack machine with computed goto: one byte per instruction, operands in the same byte, limits on stack and steps. */

enum { ROOM = 4, STEPS = 8 };
enum { NO_END = -1, UNDERFLOW = -2, OVERFLOW = -3, DIVISION = -4, JUMPED_OUT = -5 };

int interpret(const unsigned char code[6])
{
    static const void *const labels[8] = {&&end, &&push, &&add, &&subtract, &&divide, &&duplicate, &&jump, &&unless};
    int stack[ROOM], depth = 0, at = 0;
    for (int steps = 0; steps < STEPS; steps++) {
        if (at < 0 || at >= 6)
            return JUMPED_OUT;
        unsigned char c = code[at++];
        int operand = c >> 3;
        goto *labels[c & 7];
    push:
        if (depth == ROOM)
            return OVERFLOW;
        stack[depth++] = operand;
        continue;
    add:
        if (depth < 2)
            return UNDERFLOW;
        depth--;
        stack[depth - 1] += stack[depth];
        continue;
    subtract:
        if (depth < 2)
            return UNDERFLOW;
        depth--;
        stack[depth - 1] -= stack[depth];
        continue;
    divide:
        if (depth < 2)
            return UNDERFLOW;
        depth--;
        if (stack[depth] == 0)
            return DIVISION;
        stack[depth - 1] /= stack[depth];
        continue;
    duplicate:
        if (depth == 0 || depth == ROOM)
            return depth ? OVERFLOW : UNDERFLOW;
        stack[depth] = stack[depth - 1];
        depth++;
        continue;
    jump:
        at += operand - 16;
        continue;
    unless:
        if (depth == 0)
            return UNDERFLOW;
        if (stack[--depth] == 0)
            at = operand;
        continue;
    end:
        if (depth == 0)
            return 0;
        return stack[depth - 1] == 42 ? 2 : 1;
    }
    return NO_END;
}
