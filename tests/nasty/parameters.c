// Many parameters, those that are named like their function, a type or a macro, and long names.
typedef int item;
struct parameters { int parameters; };

int many(int a, char b, long c, float d, double e, short f, unsigned g, int *h, char *i, int j, int k, int l, int m,
         struct parameters n, struct parameters *o, long double p)
{
    if (a == 1 && b == 'b' && c > 3 && d > 1.0f && e < 0 && f == 6 && g > 7)
        return *h + i[0];
    return j + k > l && m == n.parameters && o->parameters == 3 && p > 2;
}

int self(int self) { return self == 3; }
int shadow(int item, int parameters) { return item > parameters; }
int a_function_with_a_name_that_is_longer_than_the_names_that_people_usually_give_to_functions_of_theirs(
    int a_parameter_with_a_name_that_is_longer_than_the_names_that_people_usually_give_to_parameters)
{
    return a_parameter_with_a_name_that_is_longer_than_the_names_that_people_usually_give_to_parameters > 7;
}
int nothing(void) { return 1; }
void really_nothing() {}
int unix_(int linux_) { return linux_ == 2; }
