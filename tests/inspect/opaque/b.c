#include "shared.h"
struct engine { struct options options; struct engine *peer; };
struct engine *make(int size);
int stop(struct engine *e);
int halt(struct engine *e) { return stop(make(e->options.level)->peer); }
