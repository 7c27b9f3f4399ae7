// Forks without end, hangs, eats memory, writes everywhere, kills who started it.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char b[8] = { 0 };
    if (read(0, b, 4) < 1)
        return 0;
    switch (b[0]) {
    case 'f':
        for (int i = 0; i < 6; i++)
            if (fork() == 0) {
                setsid();
                for (;;)
                    sleep(1000);
            }
        break;
    case 'h':
        for (;;)
            ;
    case 'm':
        for (int i = 0; i < 4000; i++) {
            char *p = malloc(1 << 20);
            if (!p)
                return 1;
            memset(p, 1, 1 << 20);
        }
        break;
    case 'w':
        for (int i = 0; i < 100; i++) {
            char name[64];
            snprintf(name, sizeof name, "/tmp/crescendo-hostile-%d", i);
            close(open(name, O_CREAT | O_WRONLY, 0644));
            snprintf(name, sizeof name, "d%d", i);
            mkdir(name, 0);
        }
        break;
    case 'k':
        kill(getppid(), SIGKILL);
        kill(-1, SIGKILL);
        break;
    case 's':
        for (int i = 1; i < 32; i++)
            signal(i, SIG_IGN);
        for (;;)
            sleep(1000);
    case 'c':
        for (int i = 0; i < 1024; i++)
            close(i);
        break;
    case 'x':
        if (b[1] == 'y' && b[2] == 'z')
            abort();
    }
    return 0;
}
