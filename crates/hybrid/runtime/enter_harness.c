#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int crescendo_enter(int argc, char **argv, char **env, unsigned char *data, size_t length);

int crescendo_enter(int argc, char **argv, char **env, unsigned char *data, size_t length)
{
    (void)env;
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    LLVMFuzzerTestOneInput(data, length);
    return 0;
}
