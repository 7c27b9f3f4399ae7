// A write to address zero plus a large offset.
struct big { char pad[1 << 26]; int last; };
int main(int argc, char **argv) { (void)argv; struct big *p = argc > 100 ? (struct big *)argv : 0; p->last = 5; return 0; }
