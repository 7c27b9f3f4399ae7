# 1 "original.c"
# 1 "<built-in>" 1
# 1 "<command line>" 1
# 1 "original.c"
# 1 "/usr/include/limits.h" 1 3 4
# 9 "original.c" 2
typedef unsigned long size_type;
extern void *memcpy(void *, const void *, unsigned long);
struct pair { int first, second; };

int larger(struct pair p)
{
    if (p.first > p.second)
        return p.first;
    return p.second;
}
# 30 "original.h" 1
static int twice(int x) { return x > 100 ? 200 : 2 * x; }
# 12 "original.c" 2
int copied(const char *from, size_type n)
{
    char to[8];
    if (n > sizeof(to))
        return -1;
    memcpy(to, from, n);
    return n && to[0] == 'y' ? twice(50) : twice(101);
}
