int weak_default(void) { return 2; }
