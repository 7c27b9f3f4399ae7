// Runs SQL from standard input against a database file (or memory) and prints every row.
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static int row(void *count, int n, char **values, char **names) {
    (void)names;
    for (int i = 0; i < n; i++) printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    putchar('\n');
    ++*(int *)count;
    return 0;
}

int main(int argc, char **argv) {
    static char sql[1 << 16];
    size_t n = fread(sql, 1, sizeof sql - 1, stdin);
    sql[n] = 0;
    sqlite3 *db;
    if (sqlite3_open(argc > 1 ? argv[1] : ":memory:", &db)) return 1;
    char *error = NULL;
    int rows = 0, status = sqlite3_exec(db, sql, row, &rows, &error);
    printf("%d rows, status %d%s%s\n", rows, status, error ? ": " : "", error ? error : "");
    sqlite3_free(error);
    sqlite3_close(db);
    return 0;
}
