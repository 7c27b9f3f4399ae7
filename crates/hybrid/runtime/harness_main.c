/* Calls a fuzz harness with the files that are named, as libFuzzer does. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

int main(int argc, char **argv)
{
    int i;
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    if (argc < 2)
        LLVMFuzzerTestOneInput((const uint8_t *)malloc(1), 0);
    for (i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *data;
        long length;
        if (!file) {
            perror(argv[i]);
            return 2;
        }
        fseek(file, 0, SEEK_END);
        length = ftell(file);
        rewind(file);
        data = malloc(length ? (size_t)length : 1);
        if (!data || fread(data, 1, (size_t)length, file) != (size_t)length)
            return 2;
        fclose(file);
        LLVMFuzzerTestOneInput(data, (size_t)length);
        free(data);
    }
    return 0;
}
