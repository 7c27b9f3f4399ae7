inline int cube(int x) { return x * x * x; }
int counter_next(void);
