"""Library functions whose answers the judge chooses: what the system may say, success and failure.

Each is driven like a stub: it takes choices, logs what it does, and stands for the real function by a macro. Only answers that
a real system can give may be written here.
"""
from dataclasses import dataclass


@dataclass
class Answer:
    prototype: str       # with `answer_` in front of the name
    body: str            # C of the driver: BEGIN and END frame it; `r` is the result


def fails(errors, value="-1"):
    codes = ", ".join(errors)
    return (f"static const int codes[] = {{ {codes} }}; int k = choose({len(errors)}); errno = codes[k]; "
            f'SAY("errno = %d;", errno); r = {value};')


def plain(prototype, errors, good="r = 0;", odd=F"drv_features |= F_ANSWER;"):
    return Answer(prototype, f"if (allow(F_SYSTEM)) {{ {fails(errors)} }} else {{ {odd} {good} }}")


def allocates(prototype, size, fill, after=""):
    """`fill`: what fresh memory holds: 0, or what is left there if that is allowed."""
    return Answer(prototype, f"""if (allow(F_ALLOC)) {{ errno = ENOMEM; SAY("errno = ENOMEM;"); r = 0; NAME(e, "0"); }}
    else {{ size_t n_ = {size}; int fill_ = {fill}; r = drv_fresh(n_, fill_);
        if (drv_logging) SAY("void *m_ = filled(%zu, %d);", n_, fill_); NAME(e, "m_");
        {after} }}""")


FILL = "allow(F_DIRTY) ? (int)drv_integer() : 0"
ANSWERS = {
    "malloc": allocates("void *answer_malloc(size_t a0)", "a0", FILL),
    "calloc": allocates("void *answer_calloc(size_t a0, size_t a1)", "a0 * a1", "0"),
    "realloc": allocates("void *answer_realloc(void *a0, size_t a1)", "a1", FILL, """if (a0) {
            struct drv_block *b_ = drv_block_of(a0); if (!b_ || !b_->live) siglongjmp(drv_back, 4);
            size_t c_ = b_->size < n_ ? b_->size : n_; memcpy(r, a0, c_); drv_free(a0);
            SAY("memcpy(m_, a0, %zu); free(a0);", c_); }"""),
    "strdup": allocates("char *answer_strdup(const char *a0)", "strlen(a0) + 1", "0",
                        'strcpy(r, a0); SAY("strcpy(m_, a0);");'),
    "time": Answer("time_t answer_time(time_t *a0)", """static const long some[] = { 0, 1, 1000000000, 1700000000, 86399 };
        r = choose(2) ? some[choose(5)] : (long)(rnd() % 2000000000u); if (a0) { *a0 = r; SAY("*a0 = %ld;", (long)r); }"""),
    "rand": Answer("int answer_rand(void)", "r = choose(2) ? choose(10) : (int)(rnd() & 0x7fffffff);"),
    "getenv": Answer("char *answer_getenv(const char *a0)", "r = drv_getenv(a0, e);"),
    "fopen": Answer("FILE *answer_fopen(const char *a0, const char *a1)", f"""if (allow(F_SYSTEM)) {{
        {fails(["ENOENT", "EACCES", "EMFILE"], "0")} NAME(e, "0"); }} else r = drv_open(e);"""),
    "getrandom": Answer("ssize_t answer_getrandom(void *a0, size_t a1, unsigned a2)", f"""if (allow(F_SYSTEM)) {{
        {fails(["EINTR", "EAGAIN"])} }} else {{ drv_features |= F_ANSWER; int v_ = drv_character() & 15; memset(a0, v_, a1);
        SAY("memset(a0, %d, %zu);", v_, a1); r = (ssize_t)a1; }}"""),
    "access": plain("int answer_access(const char *a0, int a1)", ["ENOENT", "EACCES", "EROFS"]),
    "unlink": plain("int answer_unlink(const char *a0)", ["ENOENT", "EPERM", "EBUSY"]),
    "remove": plain("int answer_remove(const char *a0)", ["ENOENT", "EPERM"]),
    "rename": plain("int answer_rename(const char *a0, const char *a1)", ["ENOENT", "EXDEV", "EACCES"]),
    "mkdir": plain("int answer_mkdir(const char *a0, mode_t a1)", ["EEXIST", "ENOENT", "ENOSPC"]),
    "chdir": plain("int answer_chdir(const char *a0)", ["ENOENT", "ENOTDIR"]),
    "utimes": plain("int answer_utimes(const char *a0, const struct timeval *a1)", ["ENOENT", "EACCES"]),
    "isatty": plain("int answer_isatty(int a0)", ["ENOTTY", "EBADF"], "r = 1;").__class__(
        "int answer_isatty(int a0)", """if (choose(2)) { errno = ENOTTY; SAY("errno = ENOTTY;"); r = 0; } else r = 1;"""),
    "getpid": Answer("pid_t answer_getpid(void)", "r = 1 + choose(30000);"),
    "close": plain("int answer_close(int a0)", ["EIO", "EINTR", "EBADF"]),
    "fsync": plain("int answer_fsync(int a0)", ["EIO", "EINVAL"]),
    "munmap": plain("int answer_munmap(void *a0, size_t a1)", ["EINVAL"]),
    "tcgetattr": plain("int answer_tcgetattr(int a0, struct termios *a1)", ["ENOTTY", "EBADF"],
                       'r = 0; memset(a1, 0, sizeof *a1); a1->c_lflag = choose(2) ? ECHO | ICANON : 0; '
                       'SAY("memset(a1, 0, sizeof *a1); a1->c_lflag = %u;", a1->c_lflag);'),
    "open": plain("int answer_open(const char *a0, int a1, ...)", ["ENOENT", "EACCES", "EMFILE", "EINTR"], "r = 3 + choose(4);"),
    "read": Answer("ssize_t answer_read(int a0, void *a1, size_t a2)", f"""if (allow(F_SYSTEM)) {{
        {fails(["EINTR", "EAGAIN", "EIO"])} }} else {{ drv_features |= F_ANSWER; char t_[40] = {{ 0 }}; drv_text(t_, 32);
        size_t n_ = strlen(t_); if (n_ > a2) n_ = a2; memcpy(a1, t_, n_); r = (ssize_t)n_;
        SAY("memcpy(a1, %s, %zu);", drv_quoted(t_), n_); }}"""),
    "write": Answer("ssize_t answer_write(int a0, const void *a1, size_t a2)", f"""if (allow(F_SYSTEM)) {{
        if (choose(2) && a2) r = (ssize_t)choose((int)(a2 > 1000 ? 1000 : a2)); else {{ {fails(["EINTR", "EAGAIN", "ENOSPC", "EPIPE"])} }} }}
        else {{ drv_features |= F_ANSWER; r = (ssize_t)a2; }}"""),
    "clock": Answer("clock_t answer_clock(void)", "r = allow(F_SYSTEM) ? -1 : (long)rnd();"),
    "gettimeofday": Answer("int answer_gettimeofday(struct timeval *a0, void *a1)", """r = 0; a0->tv_sec = (long)rnd();
        a0->tv_usec = choose(1000000); SAY("a0->tv_sec = %ld; a0->tv_usec = %ld;", (long)a0->tv_sec, (long)a0->tv_usec);"""),
    "clock_gettime": Answer("int answer_clock_gettime(clockid_t a0, struct timespec *a1)", """r = 0; a1->tv_sec = (long)rnd();
        a1->tv_nsec = choose(1000000000); SAY("a1->tv_sec = %ld; a1->tv_nsec = %ld;", (long)a1->tv_sec, (long)a1->tv_nsec);"""),
    "getcwd": Answer("char *answer_getcwd(char *a0, size_t a1)", """if (allow(F_SYSTEM)) { errno = ERANGE; SAY("errno = ERANGE;"); r = 0;
        NAME(e, "0"); } else if (!a0 || a1 < 2) { siglongjmp(drv_back, 3); } else { drv_features |= F_ANSWER; strcpy(a0, "/");
        if (a1 > 8 && choose(2)) strcpy(a0, "/tmp/x"); SAY("strcpy(a0, %s);", drv_quoted(a0)); r = a0; NAME(e, "a0"); }"""),
}
ALLOCATORS = {"malloc", "calloc", "realloc", "strdup"}
