struct limits;
int advance(int by);
int total(void);
