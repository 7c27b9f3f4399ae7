#include <stddef.h>

int crescendo_main(int argc, char **argv, char **env);
int crescendo_enter(int argc, char **argv, char **env, unsigned char *data, size_t length);

int crescendo_enter(int argc, char **argv, char **env, unsigned char *data, size_t length)
{
    (void)data, (void)length;
    return crescendo_main(argc, argv, env);
}
