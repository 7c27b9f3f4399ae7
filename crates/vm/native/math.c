/* The host's math library behind one signature, for the models of math.h and complex.h.
 *
 * A value is 16 bytes wide and holds a float, a double, an x87 long double or an IEEE quad; `format` says which. Each
 * function returns the errno it set, 0 if none, -1 if the host lacks the format. Compiled as plain C on the host: the
 * bits are those a native program gets from the same C library.
 */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_TYPES_EXT__
#define __STDC_WANT_IEC_60559_FUNCS_EXT__
#include <complex.h>
#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

typedef struct { _Alignas(16) unsigned char bytes[16]; } value;
enum { FLOAT, DOUBLE, EXTENDED, QUAD };

#if defined __x86_64__ || defined __i386__
#define CASE_EXTENDED(...) case EXTENDED: __VA_ARGS__ break;
#else
#define CASE_EXTENDED(...)
#endif
#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128
#define CASE_QUAD(...) case QUAD: __VA_ARGS__ break;
#else
#define CASE_QUAD(...)
#endif

/* The library's own function by its name: a tool linked from several languages may hold other ones of that name. */
static void *library(const char *name) {
    static void *math, *compiler;
    if (!math) math = dlopen("libm.so.6", RTLD_LAZY);
    if (!compiler) compiler = dlopen("libgcc_s.so.1", RTLD_LAZY);
    void *found = math ? dlsym(math, name) : NULL;
    return found || !compiler ? found : dlsym(compiler, name);
}
#define NAME(f) NAME_(f)
#define NAME_(f) #f
#define LIBRARY(f)                                                                                                     \
    ({                                                                                                                 \
        static __typeof__(&f) found;                                                                                   \
        if (!found) found = (__typeof__(&f))library(NAME(f));                                                          \
        if (!found) found = &f;                                                                                        \
        found;                                                                                                         \
    })

#define GET(T, i) (*(const T *)&a[i])
#define INT(i) (*(const int *)&a[i])
#define LONG(i) (*(const long *)&a[i])
#define PUT(T, i, v) (*(T *)&r[i] = (v))

/* One body for each format: the function with its suffix, and the type. */
#define FORMATS(name, BODY)                                                                                            \
    int m_##name(int format, const value *a, value *r) {                                                               \
        errno = 0;                                                                                                     \
        switch (format) {                                                                                              \
        case FLOAT: BODY(name##f, float) break;                                                                        \
        case DOUBLE: BODY(name, double) break;                                                                         \
        CASE_EXTENDED(BODY(name##l, long double))                                                                      \
        CASE_QUAD(BODY(name##f128, _Float128))                                                                         \
        default: return -1;                                                                                            \
        }                                                                                                              \
        return errno;                                                                                                  \
    }

#define UNARY(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0)));
#define BINARY(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), GET(T, 1)));
#define TERNARY(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), GET(T, 1), GET(T, 2)));
#define WITH_INT(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), INT(1)));
#define WITH_LONG(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), LONG(1)));
#define INT_FIRST(f, T) PUT(T, 0, LIBRARY(f)(INT(0), GET(T, 1)));
#define TO_INT(f, T) PUT(long long, 0, LIBRARY(f)(GET(T, 0)));
#define INT_OUT(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), (int *)&r[1]));
#define VALUE_OUT(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), (T *)&r[1]));
#define QUOTIENT_OUT(f, T) PUT(T, 0, LIBRARY(f)(GET(T, 0), GET(T, 1), (int *)&r[1]));
#define TWO_OUT(f, T) LIBRARY(f)(GET(T, 0), (T *)&r[0], (T *)&r[1]);

FORMATS(acos, UNARY)
FORMATS(asin, UNARY)
FORMATS(atan, UNARY)
FORMATS(cos, UNARY)
FORMATS(sin, UNARY)
FORMATS(tan, UNARY)
FORMATS(acosh, UNARY)
FORMATS(asinh, UNARY)
FORMATS(atanh, UNARY)
FORMATS(cosh, UNARY)
FORMATS(sinh, UNARY)
FORMATS(tanh, UNARY)
FORMATS(exp, UNARY)
FORMATS(exp2, UNARY)
FORMATS(exp10, UNARY)
FORMATS(expm1, UNARY)
FORMATS(log, UNARY)
FORMATS(log2, UNARY)
FORMATS(log10, UNARY)
FORMATS(log1p, UNARY)
FORMATS(logb, UNARY)
FORMATS(sqrt, UNARY)
FORMATS(cbrt, UNARY)
FORMATS(fabs, UNARY)
FORMATS(erf, UNARY)
FORMATS(erfc, UNARY)
FORMATS(tgamma, UNARY)
FORMATS(ceil, UNARY)
FORMATS(floor, UNARY)
FORMATS(trunc, UNARY)
FORMATS(round, UNARY)
FORMATS(roundeven, UNARY)
FORMATS(rint, UNARY)
FORMATS(nearbyint, UNARY)
FORMATS(nextup, UNARY)
FORMATS(nextdown, UNARY)
FORMATS(j0, UNARY)
FORMATS(j1, UNARY)
FORMATS(y0, UNARY)
FORMATS(y1, UNARY)
FORMATS(atan2, BINARY)
FORMATS(pow, BINARY)
FORMATS(hypot, BINARY)
FORMATS(fmod, BINARY)
FORMATS(remainder, BINARY)
FORMATS(copysign, BINARY)
FORMATS(nextafter, BINARY)
FORMATS(fdim, BINARY)
FORMATS(fmax, BINARY)
FORMATS(fmin, BINARY)
FORMATS(fmaxmag, BINARY)
FORMATS(fminmag, BINARY)
FORMATS(fma, TERNARY)
FORMATS(ldexp, WITH_INT)
FORMATS(scalbn, WITH_INT)
FORMATS(scalbln, WITH_LONG)
FORMATS(jn, INT_FIRST)
FORMATS(yn, INT_FIRST)
FORMATS(ilogb, TO_INT)
FORMATS(llogb, TO_INT)
FORMATS(llrint, TO_INT)
FORMATS(llround, TO_INT)
FORMATS(frexp, INT_OUT)
FORMATS(modf, VALUE_OUT)
FORMATS(remquo, QUOTIENT_OUT)
FORMATS(sincos, TWO_OUT)

/* The suffix stands in the middle of this name. */
#define lgamma_rf lgammaf_r
#define lgamma_rl lgammal_r
#define lgamma_rf128 lgammaf128_r
FORMATS(lgamma_r, INT_OUT)

/* x * 2^-ilogb(x), between 1 and 2; only the older formats have it by name. */
#define significandf128(x) scalbnf128(x, -ilogbf128(x))
#define DIRECT_UNARY(f, T) PUT(T, 0, f(GET(T, 0)));
FORMATS(significand, DIRECT_UNARY)

/* The compiler's helper for x ** n. */
float __powisf2(float, int);
double __powidf2(double, int);
long double __powixf2(long double, int);
#define powif __powisf2
#define powi __powidf2
#define powil __powixf2
#define powif128 __powitf2
#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128
_Float128 __powitf2(_Float128, int);
#endif
FORMATS(powi, WITH_INT)

/* Complex numbers: real and imaginary parts are values of their own. */
#define LOAD(C, T, z, i) C z; __real__ z = GET(T, i); __imag__ z = GET(T, i + 1);
#define STORE(T, z) PUT(T, 0, __real__ z); PUT(T, 1, __imag__ z);
#define C1(f, C, T) { LOAD(C, T, x, 0) C z = LIBRARY(f)(x); STORE(T, z) }
#define C2(f, C, T) { LOAD(C, T, x, 0) LOAD(C, T, y, 2) C z = LIBRARY(f)(x, y); STORE(T, z) }
#define CR(f, C, T) { LOAD(C, T, x, 0) PUT(T, 0, LIBRARY(f)(x)); }
#define COMPLEX(name, BODY)                                                                                            \
    int m_##name(int format, const value *a, value *r) {                                                               \
        errno = 0;                                                                                                     \
        switch (format) {                                                                                              \
        case FLOAT: BODY(name##f, float _Complex, float) break;                                                        \
        case DOUBLE: BODY(name, double _Complex, double) break;                                                        \
        CASE_EXTENDED(BODY(name##l, long double _Complex, long double))                                                \
        CASE_QUAD(BODY(name##f128, _Complex _Float128, _Float128))                                                     \
        default: return -1;                                                                                            \
        }                                                                                                              \
        return errno;                                                                                                  \
    }

COMPLEX(cacos, C1)
COMPLEX(casin, C1)
COMPLEX(catan, C1)
COMPLEX(ccos, C1)
COMPLEX(csin, C1)
COMPLEX(ctan, C1)
COMPLEX(cacosh, C1)
COMPLEX(casinh, C1)
COMPLEX(catanh, C1)
COMPLEX(ccosh, C1)
COMPLEX(csinh, C1)
COMPLEX(ctanh, C1)
COMPLEX(cexp, C1)
COMPLEX(clog, C1)
COMPLEX(clog10, C1)
COMPLEX(csqrt, C1)
COMPLEX(cproj, C1)
COMPLEX(conj, C1)
COMPLEX(cpow, C2)
COMPLEX(cabs, CR)
COMPLEX(carg, CR)
COMPLEX(creal, CR)
COMPLEX(cimag, CR)

/* The compiler's helpers for complex * and /. */
#define HELPERS(mode, C, T) C __mul##mode##c3(T, T, T, T), __div##mode##c3(T, T, T, T);
HELPERS(s, float _Complex, float)
HELPERS(d, double _Complex, double)
HELPERS(x, long double _Complex, long double)
#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128
HELPERS(t, _Complex _Float128, _Float128)
#endif
#define PARTS(f, C, T) { C z = LIBRARY(f)(GET(T, 0), GET(T, 1), GET(T, 2), GET(T, 3)); STORE(T, z) }
#define cmulf __mulsc3
#define cmul __muldc3
#define cmull __mulxc3
#define cmulf128 __multc3
#define cdivf __divsc3
#define cdiv __divdc3
#define cdivl __divxc3
#define cdivf128 __divtc3
COMPLEX(cmul, PARTS)
COMPLEX(cdiv, PARTS)

/* The floating-point environment: rounding 0 nearest, 1 down, 2 up, 3 to zero; exceptions as bits 1 invalid,
 * 2 division by zero, 4 overflow, 8 underflow, 16 inexact. */
static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const int exceptions[] = {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT};

static int to_host(int flags) {
    int host = 0;
    for (int i = 0; i < 5; i++)
        if (flags >> i & 1) host |= exceptions[i];
    return host;
}

void crescendo_set_rounding(int mode) { fesetround(modes[mode & 3]); }
void crescendo_clear_exceptions(int flags) { feclearexcept(to_host(flags)); }
void crescendo_raise_exceptions(int flags) { feraiseexcept(to_host(flags)); }
int crescendo_exceptions(void) {
    int host = fetestexcept(FE_ALL_EXCEPT), flags = 0;
    for (int i = 0; i < 5; i++)
        if (host & exceptions[i]) flags |= 1 << i;
    return flags;
}
