// cflags: -fcommon
// Tentative definitions in several files are one object, the largest; a declaration knows the type.
int shared;
char buffer[4];
extern int defined_there[];
int also_common[2];
int main(void) { return shared + buffer[0] + defined_there[1] + also_common[0]; }
