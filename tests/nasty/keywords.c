// Words of C++, of the tests' frameworks, and macros that hide keywords.
#define private static
#define unless(c) if (!(c))
#define begin {
#define end }
#define inline
#define register

struct class { int new, delete; struct class *this; };

private inline int template(struct class *class, int operator)
begin
    unless (class->new > operator)
        return class->delete;
    return class->this ? class->this->new : 0;
end

int namespace(struct class *virtual, int catch, int throw)
begin
    return template(virtual, catch) == throw;
end

int setup(register int fail) { return fail == 3; }
int teardown(int suite) { return suite == 4; }
int TEST(int n) { return n == 5; }
int assert_true(int n) { return n == 6; }
