// What runs before `main`: variables are no longer what their initialisers say.
static int ready = 3;
int mode;
static const char *greeting = "hello";

__attribute__((constructor)) static void set_up(void)
{
    ready = 8;
    mode = 2;
    greeting = "bye";
}

int is_ready(int n)
{
    return ready == 3 ? n : -n;
}

int moded(void)
{
    if (mode == 0)
        return 10;
    return mode;
}

int greeted(void)
{
    return greeting[0];
}
