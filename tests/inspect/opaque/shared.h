struct options { int level; };
