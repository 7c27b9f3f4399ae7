/* Linked into programs that are profiled: notes every call edge of the process, once each.

   The table lies in a file that is mapped into memory, so that what was seen is there even if the process is killed. Its name is
   made of the process number; a child made by fork gets a file of its own. The compiler calls the two functions at the end
   (-finstrument-functions). Nothing is recorded unless CRESCENDO_PROFILE_DIR names a folder. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HIDDEN __attribute__((no_instrument_function))
#define MAGIC 0x31464f5250435243u /* "CRCPROF1" */
#define SLOTS (1u << 16)
#define DEPTH 4096

struct table {
    uint64_t magic;
    uint64_t slots;
    uint64_t full; /* edges that found no room */
    char program[1000];
    _Atomic uint64_t edges[SLOTS][2];
};

static struct table *table;
static uint64_t bias;
static char folder[3000];
static __thread struct { uint64_t function, frame, site; } stack[DEPTH];
static __thread int depth;

static HIDDEN int find_bias(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    uint64_t here = (uint64_t)(uintptr_t)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uint64_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && here >= start && here < start + info->dlpi_phdr[i].p_memsz) {
            bias = info->dlpi_addr;
            if (info->dlpi_name && info->dlpi_name[0] && table)
                strncpy(table->program, info->dlpi_name, sizeof table->program - 1);
            return 1;
        }
    }
    return 0;
}

static HIDDEN void open_table(void)
{
    char path[3100];
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "%s/%ld-%d.edges", folder, (long)getpid(), i);
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (fd < 0)
            continue;
        void *p = MAP_FAILED;
        if (ftruncate(fd, sizeof(struct table)) == 0)
            p = mmap(NULL, sizeof(struct table), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
        if (p == MAP_FAILED)
            return;
        struct table *t = p;
        t->slots = SLOTS;
        ssize_t n = readlink("/proc/self/exe", t->program, sizeof t->program - 1);
        if (n < 0)
            t->program[0] = 0;
        t->magic = MAGIC;
        table = t;
        dl_iterate_phdr(find_bias, (void *)(uintptr_t)&open_table);
        return;
    }
}

static HIDDEN void after_fork(void)
{
    if (table) {
        munmap(table, sizeof *table);
        table = NULL;
        open_table();
    }
}

__attribute__((constructor)) static HIDDEN void begin(void)
{
    const char *to = getenv("CRESCENDO_PROFILE_DIR");
    if (!to || strlen(to) >= sizeof folder)
        return;
    strcpy(folder, to);
    open_table();
    pthread_atfork(NULL, NULL, after_fork);
}

static HIDDEN void note(uint64_t caller, uint64_t callee)
{
    uint64_t h = (caller * 0x9e3779b97f4a7c15u) ^ (callee * 0xd6e8feb86659fd93u);
    for (uint32_t i = 0; i < SLOTS; i++) {
        _Atomic uint64_t *slot = table->edges[(uint32_t)((h >> 32) + i) % SLOTS];
        uint64_t there = atomic_load_explicit(&slot[1], memory_order_relaxed);
        if (there == 0) {
            /* The callee claims the slot; 0 as a caller is a call from outside. */
            if (atomic_compare_exchange_strong(&slot[1], &there, callee)) {
                atomic_store_explicit(&slot[0], caller + 1, memory_order_relaxed);
                return;
            }
        }
        if (there == callee) {
            uint64_t from = atomic_load_explicit(&slot[0], memory_order_relaxed);
            if (from == caller + 1 || from == 0)
                return;
        }
    }
    table->full++;
}

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *site)
{
    uint64_t callee = (uint64_t)(uintptr_t)function - bias, from = (uint64_t)(uintptr_t)site;
    uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    /* A long jump leaves functions without their end: frames below the present one are gone, and so is one in the same place
       that was called from elsewhere. (A function inlined into its caller has the caller's place and site.) */
    while (depth > 0 && depth <= DEPTH
           && (stack[depth - 1].frame < frame || (stack[depth - 1].frame == frame && stack[depth - 1].site != from)))
        depth--;
    if (table)
        note(depth > 0 && depth <= DEPTH ? stack[depth - 1].function : 0, callee);
    if (depth < DEPTH) {
        stack[depth].function = callee;
        stack[depth].frame = frame;
        stack[depth].site = from;
    }
    depth++;
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    uint64_t callee = (uint64_t)(uintptr_t)function - bias;
    if (depth > 0 && (depth > DEPTH || stack[depth - 1].function == callee))
        depth--;
}
