// steps: 20000
int ready;

int wait_for(int code)
{
    if (code == 9) {
        while (!ready)
            ;
        return 1;
    }
    return code > 100 ? 2 : 0;
}
