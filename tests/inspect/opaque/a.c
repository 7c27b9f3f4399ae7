// A struct that one file only names is the one another file defines; headers are shared; the better declaration wins.
#include "shared.h"
struct engine *make();
int run(struct engine *, struct options o);
int main(void) { struct options o = {1}; return run(make(), o); }
