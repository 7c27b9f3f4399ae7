/* One fault of each kind that has a sanitizer of its own natively, and beside each a twin that is right. `main` gets to all of
 * them. Lines with a mark must be confirmed as that kind; all others must not be. */
#include <stdlib.h>
#include <string.h>

static int shift(int by)
{
    return 1 << by; //~ invalid-shift
}

static int shift_within(int by)
{
    return 1 << (by & 15);
}

static int sum(int a)
{
    return a + 2147483600; //~ signed-overflow
}

static int sum_within(int a)
{
    return a < 40 ? a + 2147483600 : 0;
}

static double part(double of)
{
    return 1.0 / of; //~ float-division-by-zero
}

static double part_within(double of)
{
    return of != 0 ? 1.0 / of : 0;
}

static unsigned char narrow(int n)
{
    unsigned char c = n; //~ lossy-conversion
    return c;
}

static unsigned char narrow_within(int n)
{
    unsigned char c = n >= 0 && n < 256 ? n : 0;
    return c;
}

static int first_letter(char *text)
{
    return text[0];
}

static int through(int wrong)
{
    char text[4] = "abc";
    int (*right)(char *) = first_letter;
    int (*other)(long) = (int (*)(long))first_letter;
    if (wrong)
        return other((long)text); //~ function-type-mismatch
    return right(text);
}

static int first_number(int *numbers)
{
    return numbers[0];
}

static int *itself(int *numbers)
{
    return numbers;
}

static int pointed(int wrong)
{
    int numbers[1] = {7};
    int (*other)(float *) = (int (*)(float *))first_number;
    return wrong ? other((float *)numbers) : 0; //~ function-type-mismatch
}

static int returned(int wrong)
{
    int numbers[1] = {7};
    char *(*other)(int *) = (char *(*)(int *))itself;
    return wrong ? *other(numbers) : 0; //~ function-type-mismatch
}

typedef int number;

/* Other names of one type. */
static int pointed_within(int first)
{
    int numbers[1] = {7};
    number (*same)(number[]) = first_number;
    number *(*also)(number *) = itself;
    return first ? same(numbers) : *also(numbers);
}

static int unwritten(int set)
{
    int value;
    if (set)
        value = 3;
    if (value > 2) //~ uninitialised-use
        return 1;
    return 0;
}

static int written(int set)
{
    int value = 1;
    if (set)
        value = 3;
    if (value > 2)
        return 1;
    return 0;
}

struct account {
    int id;
    char owner[8];
    int balance;
};

static struct account account;

static int owned(const char *name)
{
    strcpy(account.owner, name); //~ out-of-bounds
    return account.balance;
}

static int owned_within(const char *name)
{
    if (strlen(name) < sizeof account.owner)
        strcpy(account.owner, name);
    return account.balance;
}

static int lost(int n)
{
    char *copy = malloc(8); //~ leak
    copy[0] = n;
    if (copy[0] & 1)
        return 1;
    free(copy);
    return 0;
}

static int kept(int n)
{
    char *copy = malloc(8);
    int odd;
    copy[0] = n;
    odd = copy[0] & 1;
    free(copy);
    return odd;
}

static int halves(int odd)
{
    unsigned i = odd ? 1 : 2;
    for (; i != 0; i += 2) continue; //~ endless-loop
    return 0;
}

static int halves_within(int odd)
{
    unsigned i = odd ? 1 : 2;
    for (; i < 9; i += 2) continue;
    return 0;
}

static int deep(int n) //~ stack-exhaustion
{
    char room[4096] = {0};
    room[n & 7] = n;
    return n > 9 ? room[0] : deep(n) + room[n & 7];
}

static int deep_within(int n)
{
    char room[4096] = {0};
    room[n & 7] = n;
    return n > 9 ? room[0] : deep_within(n + 1) + room[n & 7];
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? argv[2][0] : 0;
    switch (argc > 2 ? argv[1][0] : 0) {
    case 'a': return shift(n & 63);
    case 'b': return shift_within(n);
    case 'c': return sum(n & 127);
    case 'd': return sum_within(n & 127);
    case 'e': return part(n & 1) > 0;
    case 'f': return part_within(n & 1) > 0;
    case 'g': return narrow(n + n + n);
    case 'h': return narrow_within(n + n + n);
    case 'i': return through(n & 1);
    case 'j': return unwritten(n & 1);
    case 'k': return written(n & 1);
    case 'l': return owned(n & 1 ? "longer than eight" : "short");
    case 'm': return owned_within(n & 1 ? "longer than eight" : "short");
    case 'n': return lost(n);
    case 'o': return kept(n);
    case 'p': return n & 4 ? halves(1) : 0;
    case 'q': return halves_within(n & 1);
    case 'r': return deep(n & 15);
    case 's': return deep_within(n & 15);
    case 't': return pointed(n & 1);
    case 'u': return returned(n & 1);
    case 'v': return pointed_within(n & 1);
    }
    return 0;
}
