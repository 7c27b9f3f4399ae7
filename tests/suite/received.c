/* What a descriptor receives is an input, standard input too. */
#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

int get(int fd, char *to, int n)
{
    ssize_t r = recv(fd, to, n, 0);
    if (r == -1)
        return errno == EIO ? -1 : -2;
    if (r == 0)
        return 0;
    return to[0] == 'x' ? 2 : 1;
}

int get_from(int fd)
{
    char c;
    if (recvfrom(fd, &c, 1, 0, NULL, NULL) != 1)
        return -1;
    return c == '\n';
}
