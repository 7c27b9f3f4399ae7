/* The fixed part of the native driver: choices, places, features, what was reached. driver.py writes the rest by type.
 *
 * Every call is made of choices that follow from its number alone, so it can be made again with `log`: then everything done is
 * told as C statements, from which repro.py writes a main. Lines of the log: `D text` a declaration at file level, `S n text` a
 * statement of context n (0: main; else: the n-th call of a stub), `B n name` a stub call begins, `E n text` what it gives.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

typedef unsigned long long drv_u64;

/* What an input has that a plain one has not; features.py has their names in this order. */
enum {
    F_ALIAS = 1 << 0, F_INSIDE = 1 << 1, F_CYCLE = 1 << 2, F_GLOBAL = 1 << 3, F_BYTES = 1 << 4, F_PADDING = 1 << 5,
    F_DIRTY = 1 << 6, F_PRIOR = 1 << 7, F_RETURNED = 1 << 8, F_STUB = 1 << 9, F_STUB_ALIAS = 1 << 10, F_REENTRY = 1 << 11,
    F_ALLOC = 1 << 12, F_SYSTEM = 1 << 13, F_ANSWER = 1 << 14, F_STANDARD = 1 << 15, F_STREAM_ERROR = 1 << 16,
    F_ERRNO = 1 << 17, F_LIBRARY = 1 << 18, F_STATE = 1 << 19, F_NUMBER = 1 << 20, F_LITERAL = 1 << 21, F_VIEWS = 1 << 22,
    F_FUNCTION = 1 << 23,
};

static drv_u64 drv_rng;
static unsigned drv_features, drv_allowed;
static int drv_logging, drv_context, drv_contexts, drv_recording, drv_target, drv_objects, drv_depth;
static long drv_steps, drv_call, drv_total, drv_forced = -1;
static FILE *drv_out;
static sigjmp_buf drv_back;
static int drv_inside;
static char drv_nothing[1];

static unsigned rnd(void) {
    drv_rng = drv_rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(drv_rng >> 33);
}
static int choose(int n) { return n <= 1 ? 0 : (int)(rnd() % (unsigned)n); }
static int allow(unsigned f) {
    if (!(drv_allowed & f) || !choose(2)) return 0;
    drv_features |= f;
    return 1;
}
#define LOG(...) do { if (drv_logging) fprintf(drv_out, __VA_ARGS__); } while (0)
#define SAY(...) do { if (drv_logging) { fprintf(drv_out, "S %d ", drv_context); fprintf(drv_out, __VA_ARGS__); \
                      fputc('\n', drv_out); } } while (0)
#define NAME(to, ...) do { if (drv_logging) snprintf(to, 120, __VA_ARGS__); } while (0)

/* ---- memory of the unit: each block at the end of a page with nothing behind it, and out of reach once it is freed ---- */
struct drv_block { char *at; size_t size; int live; };
enum { DRV_BLOCKS = 400, DRV_PAGE = 4096 };
static struct drv_block drv_blocks[DRV_BLOCKS];
static int drv_block_count;
static char *drv_pages;
static void drv_reserve(void) {
    drv_pages = mmap(0, 2 * DRV_PAGE * DRV_BLOCKS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < DRV_BLOCKS; i++) mprotect(drv_pages + (2 * i + 1) * DRV_PAGE, DRV_PAGE, PROT_NONE);
}
static void *drv_fresh(size_t size, int fill) {
    if (drv_block_count == DRV_BLOCKS || size > DRV_PAGE) siglongjmp(drv_back, 3);
    size_t room = (size + 15) & ~(size_t)15;
    char *p = drv_pages + (2 * drv_block_count + 1) * DRV_PAGE - (room ? room : 16);
    for (size_t i = 0; i < size; i += sizeof fill) memcpy(p + i, &fill, size - i < sizeof fill ? size - i : sizeof fill);
    drv_blocks[drv_block_count++] = (struct drv_block){ p, size, 1 };
    return p;
}
static struct drv_block *drv_block_of(void *p) {
    for (int i = 0; i < drv_block_count; i++)
        if (drv_blocks[i].at == p) return &drv_blocks[i];
    return 0;
}
static void drv_bad_free(void);
static void drv_free(void *p) {
    if (!p) return;
    struct drv_block *b = drv_block_of(p);
    if (!b || !b->live) drv_bad_free();              /* not from malloc, or freed twice: undefined, the run ends */
    b->live = 0;
    mprotect(drv_pages + 2 * (b - drv_blocks) * DRV_PAGE, DRV_PAGE, PROT_NONE);
}
static void drv_release(void) {
    while (drv_block_count) {
        struct drv_block *b = &drv_blocks[--drv_block_count];
        if (!b->live) mprotect(drv_pages + 2 * drv_block_count * DRV_PAGE, DRV_PAGE, PROT_READ | PROT_WRITE);
    }
}

/* ---- places: where a pointer of some type may point ---- */
struct drv_place { void *at; int type; unsigned how; int object; char name[120]; };
static struct drv_place drv_places[2048];
static int drv_place_count, drv_busy[64], drv_busy_count;
static void drv_place(void *at, int type, unsigned how, int object, const char *name) {
    if (drv_place_count == 2048) return;
    struct drv_place *p = &drv_places[drv_place_count++];
    p->at = at, p->type = type, p->how = how, p->object = object;
    if (drv_logging) snprintf(p->name, sizeof p->name, "%s", name);
}
/* A place of this type (0: of any, as bytes) that is allowed, or null. */
static struct drv_place *drv_pick(int type, unsigned extra) {
    if (!drv_place_count || choose(3) == 0) return 0;
    if (!(drv_allowed & (F_ALIAS | F_INSIDE | F_CYCLE | F_GLOBAL | F_RETURNED | F_LIBRARY | F_LITERAL | F_STUB_ALIAS))) return 0;
    int seen = 0;
    struct drv_place *best = 0;
    unsigned used = 0;
    for (int i = 0; i < drv_place_count; i++) {
        struct drv_place *p = &drv_places[i];
        unsigned how = p->how;
        if (type && p->type != type) continue;
        if (how & (F_ALIAS | F_INSIDE))
            for (int k = 0; k < drv_busy_count; k++)
                if (drv_busy[k] == p->object) how |= F_CYCLE;
        if (drv_context && (drv_allowed & F_STUB_ALIAS)) how = (how & ~(F_ALIAS | F_INSIDE)) | F_STUB_ALIAS;
        if ((how & drv_allowed) != how) continue;
        if (choose(++seen) == 0) best = p, used = how;
    }
    if (best) drv_features |= used | extra;
    return best;
}

/* ---- values ---- */
static const long long drv_constants[];
static const int drv_constant_count;
static const char *const drv_texts[];
static const int drv_text_count;
static long long drv_integer(void) {
    switch (choose(8)) {
    case 0: return 0;
    case 1: return choose(5);
    case 2: return -1 - choose(3);
    case 3: return (long long)(((drv_u64)rnd() << 33) ^ ((drv_u64)rnd() << 11) ^ rnd());
    case 4: return drv_constants[choose(drv_constant_count)] + 1;
    case 5: return drv_constants[choose(drv_constant_count)] - 1;
    default: return drv_constants[choose(drv_constant_count)];
    }
}
/* Bytes of an object that is about to be filled member by member: what no member has stays as it is here. */
static void drv_dirty(void *at, int size, const char *name) {
    int v = choose(2) ? (int)(drv_constants[choose(drv_constant_count)] & 255) : 1 + choose(255), from = choose(2) ? 0 : choose(size), n = choose(2) ? size - from : 1 + choose(size - from);
    memset((char *)at + from, v, (size_t)n);
    if (drv_logging) {
        fprintf(drv_out, "S %d memset((char *)%s + %d, %d, %d);\n", drv_context, name, from, v, n);
    }
}

static double drv_real(void) {
    static const double some[] = { 0, 1, -1, 0.5, 2, 1e9, -0.0, 100 };
    return choose(3) ? some[choose(8)] : (double)drv_constants[choose(drv_constant_count)];
}
static int drv_character(void) {
    const char *from = drv_texts[choose(drv_text_count)];
    if (*from && choose(3)) return from[choose((int)strlen(from))];
    return " 0aAz9-=:/,%+\n"[choose(14)];
}
static void drv_text(char *to, int room) {
    int n = 0;
    if (room <= 0) return;
    if (choose(2)) {
        const char *from = drv_texts[choose(drv_text_count)];
        while (n < room - 1 && from[n]) to[n] = from[n], n++;
        if (choose(4) == 0) to[n] = 0;
        else if (n < room - 1 && choose(3) == 0) to[n++] = (char)drv_character();
    } else {
        int length = choose(room < 8 ? room : 8);
        while (n < length) to[n++] = (char)drv_character();
    }
    to[n] = 0;
}
static const char *drv_quoted(const char *text) {
    static char out[4][400];
    static int turn;
    char *o = out[turn = (turn + 1) & 3], *p = o;
    *p++ = '"';
    for (; *text && p < o + 380; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') *p++ = '\\', *p++ = (char)c;
        else if (c < 32 || c > 126) p += sprintf(p, "\\%03o", c);
        else *p++ = (char)c;
    }
    *p++ = '"', *p = 0;
    return o;
}

/* ---- the environment: a name has one value, at one place, in a run ---- */
static struct { char name[24]; char *value; } drv_variables[8];
static int drv_variable_count;
static char *drv_getenv(const char *name, char *e) {
    int i = 0;
    while (i < drv_variable_count && strcmp(drv_variables[i].name, name) != 0) i++;
    if (i == 8) siglongjmp(drv_back, 3);
    if (i == drv_variable_count) {
        drv_variable_count++;
        snprintf(drv_variables[i].name, sizeof drv_variables[i].name, "%s", name);
        drv_variables[i].value = 0;
        if (choose(3)) {
            drv_text(drv_variables[i].value = drv_fresh(40, 0), 30);
            LOG("D static char env_o%d[40];\n", i);
            SAY("strcpy(env_o%d, %s);", i, drv_quoted(drv_variables[i].value));
        }
    }
    if (drv_variables[i].value) NAME(e, "env_o%d", i);
    else NAME(e, "0");
    return drv_variables[i].value;
}

/* ---- streams: content, and errors, without any file ---- */
struct drv_stream { char text[40]; int length, at, fails; };
static ssize_t drv_read(void *cookie, char *to, size_t n) {
    struct drv_stream *s = cookie;
    if (s->at >= s->length) {
        if (s->fails) { errno = s->fails; return -1; }
        return 0;
    }
    if (n > (size_t)(s->length - s->at)) n = (size_t)(s->length - s->at);
    memcpy(to, s->text + s->at, n);
    s->at += (int)n;
    return (ssize_t)n;
}
static ssize_t drv_write(void *cookie, const char *from, size_t n) {
    struct drv_stream *s = cookie;
    (void)from;
    if (s->fails) { errno = s->fails; return 0; }
    return (ssize_t)n;
}
static struct drv_stream drv_streams[32];
static FILE *drv_files[32];
static int drv_stream_count;
static FILE *drv_open(char *expression) {
    if (drv_stream_count == 32) siglongjmp(drv_back, 3);
    struct drv_stream *s = &drv_streams[drv_stream_count];
    drv_text(s->text, 36);
    s->length = (int)strlen(s->text), s->at = 0;
    s->fails = allow(F_STREAM_ERROR) ? (choose(2) ? EIO : ENOSPC) : 0;
    FILE *f = fopencookie(s, "w+", (cookie_io_functions_t){ drv_read, drv_write, 0, 0 });
    if (s->fails) setvbuf(f, 0, _IONBF, 0);
    drv_files[drv_stream_count++] = f;
    NAME(expression, "stream(%s, %d)", drv_quoted(s->text), s->fails);
    if (allow(F_STATE)) {                            /* somebody used it before */
        int how = DRV_WRITES ? 1 : choose(3);        /* output may follow input at its end only */
        NAME(expression, "used(stream(%s, %d), %d)", drv_quoted(s->text), s->fails, how);
        if (how == 0) fgetc(f);
        else if (how == 1) while (fgetc(f) != EOF) continue;
        else ungetc('q', f);
    }
    return f;
}
static int drv_fclose(FILE *f) {
    for (int i = 0; i < drv_stream_count; i++)
        if (drv_files[i] == f) {
            drv_files[i] = 0;
            return fclose(f);
        }
    siglongjmp(drv_back, 4);
}
static FILE *drv_stdin, *drv_stdout, *drv_stderr;

/* ---- what was reached ---- */
struct drv_way { unsigned mask; long call; };
struct drv_goal { int count; struct drv_way ways[12]; };
static struct drv_goal drv_goals[];
static const int drv_goal_count, drv_goal_of[], drv_owner[];
static void drv_reach(int goal) {
    struct drv_goal *g = &drv_goals[goal];
    unsigned mask = drv_features;
    for (int i = 0; i < g->count; i++)
        if ((g->ways[i].mask & mask) == g->ways[i].mask) return;
    int kept = 0;
    for (int i = 0; i < g->count; i++)
        if ((g->ways[i].mask & mask) != mask) g->ways[kept++] = g->ways[i];
    g->count = kept;
    if (g->count < 12) g->ways[g->count++] = (struct drv_way){ mask, drv_call };
}
static int drv_condition(int n, int side) {
    if (++drv_steps > 20000) siglongjmp(drv_back, 3);
    if (drv_recording && drv_owner[n] == drv_target) drv_reach(drv_goal_of[n] + side);
    return side;
}
static int drv_case_index(int n, long long value);
static void drv_switch(int n, long long value) {
    int k = drv_case_index(n, value);
    if (k >= 0 && drv_recording && drv_owner[n] == drv_target) drv_reach(drv_goal_of[n] + k);
}
#define CONDITION(n, ...) drv_condition(n, !!(__VA_ARGS__))
#define SWITCH(n, ...) ({ __typeof__(__VA_ARGS__) v_ = (__VA_ARGS__); drv_switch(n, (long long)v_); v_; })

/* ---- faults ---- */
static void drv_late(int s);
struct drv_fault { int target, kind; unsigned long pc; unsigned mask; long call; };
static struct drv_fault drv_faults[256];
static int drv_fault_count;
static void drv_fault(unsigned long pc, int kind) {
    int i;
    if (!drv_recording) return;
    for (i = 0; i < drv_fault_count; i++)
        if (drv_faults[i].pc == pc && drv_faults[i].target == drv_target
            && (drv_faults[i].mask & drv_features) == drv_faults[i].mask) return;
    if (i < 256) drv_faults[drv_fault_count++] = (struct drv_fault){ drv_target, kind, pc, drv_features, drv_call };
}
static void drv_bad_free(void) { siglongjmp(drv_back, 4); }
static void drv_signalled(int s, siginfo_t *info, void *context) {
    unsigned long pc = (unsigned long)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    if (!drv_inside) drv_late(s);                     /* a run broke the library's own memory: what is known so far counts */
    int kind = s == SIGSEGV || s == SIGBUS ? 100 : s == SIGFPE ? 101 : s == SIGABRT ? 102 : 103;
    (void)info;
    if (s == SIGILL) {                                /* ud1 with the kind of the check as its displacement */
        const unsigned char *p = (const unsigned char *)pc;
        if (p[0] == 0x67 && p[1] == 0x0f && p[2] == 0xb9) kind = p[4];
    }
    drv_fault(pc, kind);
    siglongjmp(drv_back, 2);
}
static void drv_results(void) {
    for (int g = 0; g < drv_goal_count; g++)
        for (int i = 0; i < drv_goals[g].count; i++)
            fprintf(drv_out, "H %d %u %ld\n", g, drv_goals[g].ways[i].mask, drv_goals[g].ways[i].call);
    for (int i = 0; i < drv_fault_count; i++)
        fprintf(drv_out, "X %d %d %lx %u %ld\n", drv_faults[i].target, drv_faults[i].kind, drv_faults[i].pc,
                drv_faults[i].mask, drv_faults[i].call);
    fprintf(drv_out, "N %ld\n", drv_total);
    fflush(drv_out);
}
static void drv_late(int s) { (void)s; drv_results(); _exit(0); }

/* ---- the unit's variables: as they were before the first call ---- */
extern char __start_unit_data[] __attribute__((weak)), __stop_unit_data[] __attribute__((weak));
extern char __start_unit_bss[] __attribute__((weak)), __stop_unit_bss[] __attribute__((weak));
static char *drv_saved;
static void drv_save(void) {
    if (!__start_unit_data) return;
    size_t n = (size_t)(__stop_unit_data - __start_unit_data);
    drv_saved = malloc(n + 1);
    memcpy(drv_saved, __start_unit_data, n);
}
static void drv_restore(void) {
    if (__start_unit_data) memcpy(__start_unit_data, drv_saved, (size_t)(__stop_unit_data - __start_unit_data));
    if (__start_unit_bss) memset(__start_unit_bss, 0, (size_t)(__stop_unit_bss - __start_unit_bss));
}
static __attribute__((noinline)) void drv_stack(int value) {
    volatile int b[1024];
    for (int i = 0; i < 1024; i++) b[i] = value;
}
static void drv_target_again(void);
/* A function that the caller gave to atexit calls the unit again. */
static void drv_exit(int status) {
    (void)status;
    if (allow(F_REENTRY)) {
        drv_context = ++drv_contexts;
        LOG("B %d at_exit\n", drv_context);
        drv_target_again();
        LOG("E %d \n", drv_context);
    }
    siglongjmp(drv_back, 5);
}
