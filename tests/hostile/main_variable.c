// main is a variable.
int main = 195;
