// Loading a shared object at run time.
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
    void *h = dlopen("libm.so.6", RTLD_NOW);
    double (*f)(double) = h ? (double (*)(double))dlsym(h, "cos") : NULL;
    printf("%d\n", f ? f(0) == 1 : 1);
    return 0;
}
