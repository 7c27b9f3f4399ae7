/* What the runtime's files for the outside share: nothing here is for tests. */
#ifndef CRESCENDO_OUTSIDE_H
#define CRESCENDO_OUTSIDE_H

#include <stdio.h>
#include <sys/types.h>

#include "crescendo.h"

/* A file is its bytes; what is written to it goes there, and is kept apart, too. */
struct file {
    struct file *next;
    const char *name;
    const char *bytes;
    size_t count, at;
    int ends_in_error;
    int error;
    int handle;
    int readable, writable, append;
    /* Its bytes are ours. */
    int own;
    FILE *stream;
    /* What the stream asks for its file: freopen leads it to another one. */
    struct file **leads;
    char *written;
    size_t length;
};

/* ---- crescendo_outside.c */

/* The memory, or the end of the test. */
void *crescendo_need(void *p);
/* Counts a call; whether it fails. */
int crescendo_is_failing(const char *function);
/* Says why the call fails. */
void crescendo_set_cause(int usual);

/* ---- crescendo_files.c */

struct file *crescendo_find_file(const char *name);
struct file *crescendo_file_of_handle(int handle);
struct file *crescendo_file_of_stream(const FILE *stream);
struct file *crescendo_declare_file(const char *name, const char *bytes, size_t count);
/* A call that opens: its file is there, or empty. */
struct file *crescendo_opened_file(const char *function, int number);
void crescendo_give_handle(struct file *f);
ssize_t crescendo_read_file(struct file *f, char *to, size_t size);
ssize_t crescendo_write_file(struct file *f, const char *from, size_t size);
int crescendo_seek_file(struct file *f, off64_t *offset, int whence);
int crescendo_close_file(struct file *f);
FILE *crescendo_open_stream(struct file *f, const char *mode);
/* Sets the error mark of a stream. */
void crescendo_mark_failed(FILE *stream);

#endif
