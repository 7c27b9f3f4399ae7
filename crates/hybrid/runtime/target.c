/* The program as a target of native runs: its own `main` is called `crescendo_main` here. Somebody writes an input into memory
 * that both share and asks for a run; a child takes it, everybody else waits. What the child reaches is in shared memory, so it
 * counts however the child ends.
 *
 * Descriptors: 196 standard input's file, 197 the shared memory, 198 requests, 199 answers. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STDIN_FILE = 196, SHARED = 197, REQUESTS = 198, ANSWERS = 199 };

/* The head of the shared memory; goals, edges and the input follow. */
struct head {
    uint64_t goals;
    uint64_t edges;
    uint64_t room;
    uint64_t memory;
    uint64_t file_size;
    uint32_t milliseconds;
    uint32_t edges_used;
};

static struct head *head;
static unsigned char *edges;
static unsigned char *input;

/* Until the memory is there. */
static unsigned char early[1 << 16];
unsigned char *crescendo_goal_map = early;

/* ---- edges */

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
static uint32_t guards;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    if (start == stop || *start)
        return;
    while (start < stop)
        *start++ = ++guards;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    if (edges)
        edges[*guard % head->edges]++;
}

/* ---- the input */

static uint32_t number(unsigned char **at)
{
    uint32_t n;
    memcpy(&n, *at, 4);
    *at += 4;
    return n;
}

static void die(const char *why)
{
    ssize_t wrote = write(2, why, strlen(why));
    (void)wrote;
    _exit(99);
}

static void write_file(const char *name, const unsigned char *bytes, uint32_t length)
{
    char path[4096];
    size_t i, n = strlen(name);
    int file;
    if (n >= sizeof path)
        return;
    memcpy(path, name, n + 1);
    for (i = 1; i < n; i++)
        if (path[i] == '/') {
            path[i] = 0;
            mkdir(path, 0755);
            path[i] = '/';
        }
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0)
        return;
    while (length > 0) {
        ssize_t wrote = write(file, bytes, length);
        if (wrote <= 0)
            break;
        bytes += wrote;
        length -= (uint32_t)wrote;
    }
    close(file);
}

/* What __VERIFIER_nondet_* give. */
static unsigned char *values;
static uint32_t value_count, value_next;
uint64_t crescendo_next_value(void);
uint64_t crescendo_next_value(void)
{
    uint64_t v = 0;
    if (value_next < value_count)
        memcpy(&v, values + 8 * (size_t)value_next++, 8);
    return v;
}

int crescendo_enter(int argc, char **argv, char **env, unsigned char *data, size_t length);

static void limit(int what, uint64_t most)
{
    struct rlimit l = { most, most };
    setrlimit(what, &l);
}

static void child(void)
{
    unsigned char *at = input;
    uint32_t i, count, length;
    char **argv, **env;
    unsigned char *data;
    int argc, null;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, head->file_size);
    if (head->memory)
        limit(RLIMIT_AS, head->memory);
    setpgid(0, 0);
    count = number(&at);
    argc = (int)count;
    argv = calloc(count + 1, sizeof *argv);
    for (i = 0; i < count; i++) {
        length = number(&at);
        argv[i] = malloc(length + 1);
        memcpy(argv[i], at, length);
        argv[i][length] = 0;
        at += length;
    }
    count = number(&at);
    env = calloc(count + 1, sizeof *env);
    for (i = 0; i < count; i++) {
        length = number(&at);
        env[i] = malloc(length + 1);
        memcpy(env[i], at, length);
        env[i][length] = 0;
        at += length;
    }
    environ = env;
    count = number(&at);
    for (i = 0; i < count; i++) {
        char name[4096];
        length = number(&at);
        if (length >= sizeof name)
            _exit(99);
        memcpy(name, at, length);
        name[length] = 0;
        at += length;
        length = number(&at);
        write_file(name, at, length);
        at += length;
    }
    value_count = number(&at);
    values = at;
    at += 8 * (size_t)value_count;
    length = number(&at);
    /* A block of exactly that size. */
    data = malloc(length ? length : 1);
    memcpy(data, at, length);
    lseek(STDIN_FILE, 0, SEEK_SET);
    dup2(STDIN_FILE, 0);
    null = open("/dev/null", O_RDWR);
    if (null >= 0) {
        dup2(null, 1);
        dup2(null, 2);
    }
    for (i = STDIN_FILE; i <= ANSWERS; i++)
        close((int)i);
    if (null > 2)
        close(null);
    exit(crescendo_enter(argc, argv, env, data, length));
}

/* ---- the server */

/* What a run left in the folder. */
static void empty_folder(const char *path, int depth)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (!folder)
        return;
    while ((entry = readdir(folder))) {
        char name[8192];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if ((size_t)snprintf(name, sizeof name, "%s/%s", path, entry->d_name) >= sizeof name)
            continue;
        if (lstat(name, &about) == 0 && S_ISDIR(about.st_mode)) {
            if (depth < 64) {
                chmod(name, 0700);
                empty_folder(name, depth + 1);
            }
            rmdir(name);
        } else
            unlink(name);
    }
    closedir(folder);
}

/* Children of children come to us when their parents die: none of them stays. */
static void end_all(void)
{
    int round;
    for (round = 0; round < 1000; round++) {
        char path[64], text[65536];
        ssize_t n;
        char *p;
        int file;
        pid_t gone = waitpid(-1, NULL, WNOHANG);
        if (gone > 0)
            continue;
        if (gone < 0)
            return;
        snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
        file = open(path, O_RDONLY);
        if (file < 0)
            return;
        n = read(file, text, sizeof text - 1);
        close(file);
        if (n <= 0)
            continue;
        text[n] = 0;
        for (p = text; *p;) {
            long pid = strtol(p, &p, 10);
            if (pid > 0)
                kill((pid_t)pid, SIGKILL);
            while (*p == ' ')
                p++;
        }
    }
}

static int run(int *status)
{
    sigset_t child_ends;
    struct timespec wait, now, end;
    pid_t pid;
    int timed_out = 0;
    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ends, NULL);
    pid = fork();
    if (pid < 0)
        return -1;
    if (pid == 0) {
        sigprocmask(SIG_UNBLOCK, &child_ends, NULL);
        child();
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += head->milliseconds / 1000;
    end.tv_nsec += (long)(head->milliseconds % 1000) * 1000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_nsec -= 1000000000;
        end.tv_sec++;
    }
    for (;;) {
        pid_t gone = waitpid(pid, status, WNOHANG);
        if (gone == pid)
            break;
        clock_gettime(CLOCK_MONOTONIC, &now);
        wait.tv_sec = end.tv_sec - now.tv_sec;
        wait.tv_nsec = end.tv_nsec - now.tv_nsec;
        if (wait.tv_nsec < 0) {
            wait.tv_nsec += 1000000000;
            wait.tv_sec--;
        }
        if (wait.tv_sec < 0) {
            timed_out = 1;
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
            waitpid(pid, status, 0);
            break;
        }
        sigtimedwait(&child_ends, NULL, &wait);
    }
    kill(-pid, SIGKILL);
    end_all();
    return timed_out;
}

int main(void)
{
    struct stat about;
    char here[4096];
    void *shared;
    if (fstat(SHARED, &about) != 0)
        die("this program is run by crescendo explore\n");
    shared = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED, 0);
    if (shared == MAP_FAILED)
        die("no shared memory\n");
    head = shared;
    crescendo_goal_map = (unsigned char *)(head + 1);
    edges = crescendo_goal_map + head->goals;
    input = edges + head->edges;
    head->edges_used = guards;
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!getcwd(here, sizeof here))
        die("no folder\n");
    for (;;) {
        uint32_t asked, answer[2] = { 0, 0 };
        int status = 0, how;
        if (read(REQUESTS, &asked, sizeof asked) != sizeof asked)
            _exit(0);
        how = run(&status);
        if (chdir(here) == 0)
            empty_folder(".", 0);
        answer[0] = how < 0 ? 2 : (uint32_t)how;
        answer[1] = (uint32_t)status;
        if (write(ANSWERS, answer, sizeof answer) != sizeof answer)
            _exit(0);
    }
}

/* ---- what instrumented code calls (crescendo-program, native.rs) */

void crescendo_zero(unsigned char *at, uint64_t size);
void crescendo_zero(unsigned char *at, uint64_t size)
{
    memset(at, 0, size);
}

void crescendo_evaluated(uint64_t state[3], uint64_t value, uint32_t decision, uint32_t condition, uint32_t no, uint32_t yes);
void crescendo_evaluated(uint64_t state[3], uint64_t value, uint32_t decision, uint32_t condition, uint32_t no, uint32_t yes)
{
    (void)state, (void)value, (void)decision, (void)condition, (void)no, (void)yes;
}

void crescendo_chose(uint64_t value, const uint64_t *cases, uint32_t count, uint32_t goal);
void crescendo_chose(uint64_t value, const uint64_t *cases, uint32_t count, uint32_t goal)
{
    uint32_t i = 0;
    while (i < count && cases[i] != value)
        i++;
    crescendo_goal_map[goal + i] = 1;
}

void crescendo_jumped(const void *address, const void *const *labels, uint32_t count, uint32_t goal);
void crescendo_jumped(const void *address, const void *const *labels, uint32_t count, uint32_t goal)
{
    uint32_t i;
    for (i = 0; i < count; i++)
        if (labels[i] == address)
            crescendo_goal_map[goal + i] = 1;
}

void crescendo_compared(uint64_t left, uint64_t right, uint32_t width, uint32_t order, uint32_t places, uint32_t goal);
void crescendo_compared(uint64_t left, uint64_t right, uint32_t width, uint32_t order, uint32_t places, uint32_t goal)
{
    uint64_t mask = width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
    uint64_t difference = (left - right) & mask, top = order == 2 ? (uint64_t)1 << (width - 1) : 0;
    int shift = difference == 0 ? 8 : difference == 1 ? 16 : 0;
    uint32_t place;
    if (difference > 1 && difference != mask)
        return;
    if (difference && order && (((left ^ top) & mask) > ((right ^ top) & mask)) != (difference == 1))
        return;
    place = places >> shift & 0xff;
    if (place)
        crescendo_goal_map[goal + place - 1] = 1;
}
