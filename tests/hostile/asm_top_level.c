// Assembly at file level that defines a function.
__asm__(".globl hidden_entry\nhidden_entry:\n mov $42, %eax\n ret\n");
int hidden_entry(void);
int main(void) { return hidden_entry(); }
