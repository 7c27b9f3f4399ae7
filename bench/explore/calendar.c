/* Dates: validation with leap years, the weekday by Zeller's rule, the day of the year. */

static int is_leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static int days_in(int month, int year)
{
    switch (month) {
    case 4: case 6: case 9: case 11:
        return 30;
    case 2:
        return is_leap(year) ? 29 : 28;
    default:
        return 31;
    }
}

static int weekday(int y, int m, int d)
{
    if (m < 3) {
        m += 12;
        y--;
    }
    return (d + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 100 / 4 + 5 * (y / 100)) % 7;
}

/* 0: no date; 1: a working day; 2: a weekend; 3: the last day of a leap year; 4: Friday the 13th; 5: a leap day. */
int examine(int year, int month, int day)
{
    if (year < 1583 || year > 9999)
        return 0;
    if (month < 1 || month > 12)
        return 0;
    if (day < 1 || day > days_in(month, year))
        return 0;
    int number = day;
    for (int m = 1; m < month; m++)
        number += days_in(m, year);
    if (number == 366)
        return 3;
    if (month == 2 && day == 29)
        return 5;
    int w = weekday(year, month, day);
    if (w == 6 && day == 13)
        return 4;
    return w < 2 ? 2 : 1;
}
