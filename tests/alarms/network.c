// What comes from a connection is an input.
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int received(void)
{
    int table[10] = {0};
    char text[14] = "";
    int data = -1;
    struct sockaddr_in service;
    int s = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
    if (s == -1)
        return 0;
    memset(&service, 0, sizeof service);
    service.sin_family = AF_INET;
    service.sin_port = htons(80);
    if (connect(s, (struct sockaddr *)&service, sizeof service) != -1) {
        int n = (int)recv(s, text, sizeof text - 1, 0);
        if (n > 0) {
            text[n] = '\0';
            data = atoi(text);
        }
    }
    close(s);
    if (data >= 0)
        table[data] = 1; //~ ALARM out-of-bounds
    return table[0];
}

int received_right(void)
{
    int table[10] = {0};
    char digit = 0;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s == -1)
        return 0;
    if (recv(s, &digit, 1, 0) == 1 && digit >= '0' && digit <= '9')
        table[digit - '0'] = 1;
    close(s);
    return table[9];
}
