/* A triangle classifier: what three sides make, with squares for right angles. */

enum shape { NONE, SCALENE, ISOSCELES, EQUILATERAL, RIGHT, OBTUSE };

int classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if (a > 1000 || b > 1000 || c > 1000)
        return NONE;
    if (a + b <= c || b + c <= a || a + c <= b)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES; /* with a right angle in no whole numbers */
    if (a * a + b * b == c * c || b * b + c * c == a * a || a * a + c * c == b * b)
        return RIGHT;
    if (a * a + b * b < c * c || b * b + c * c < a * a || a * a + c * c < b * b)
        return OBTUSE;
    return SCALENE;
}
