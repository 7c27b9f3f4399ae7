// Not C.
int main(void { return (0; } ]] if while else
