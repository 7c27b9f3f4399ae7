int shared;
char buffer[16];
int defined_there[] = {1, 2, 3};
extern int also_common[];
int *use(void) { return &shared + buffer[1] + also_common[1]; }
