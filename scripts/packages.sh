# The Debian/Ubuntu packages Crescendo stands on, why each is needed, and installing the missing ones.
# Sourced by ./run. To add a package: one line in the table below, with its reason.
# shellcheck shell=bash

# group  package (or alternatives a|b: the first one the distribution has)   reason
package_table() {
    cat <<'TABLE'
build  build-essential         C and C++ compiler, make, patch: builds Bitwuzla and our LLVM shim
build  pkg-config              tells meson where GMP and MPFR are
build  meson                   Bitwuzla's build system
build  ninja-build             runs meson's build
build  python3                 runs meson and pip
build  python3-venv            a private pip, to fetch Bitwuzla's source package
build  libgmp-dev              big integers for Bitwuzla
build  libmpfr-dev             exact floating-point constants for Bitwuzla
build  libsymfpu-dev           floating-point encodings for Bitwuzla
build  clang-19                compiles the C under test to bitcode, and the tests for replay
build  llvm-19                 llvm-cov and llvm-profdata, the coverage truth we compare with
build  llvm-19-dev             the LLVM libraries the crescendo binary reads bitcode with
build  libclang-19-dev         libclang, for declarations without debug info and for bindgen
build  libclang-common-19-dev  clang's own headers (stddef.h, stdint.h, ...)
build  libclang-rt-19-dev      sanitizer and coverage runtimes of the replayed tests
build  libpolly-19-dev         static LLVM from llvm-config wants it on the link line
build  zlib1g-dev              LLVM links it
build  libzstd-dev             LLVM links it
build  bubblewrap             the sandbox of native runs of whole programs, and of the service's campaigns
test   chromium|chromium-browser  looks at the report as people do
test   postgresql             the service with a shared database, for real
test   iproute2               cuts the network between a worker and its broker
test   wrk                    readers of the service, for its measurements
test   chromium-driver|chromium-chromedriver  lets tests of the service use chromium as people do
test   csmith                  random C programs, the VM against native code
test   libcsmith-dev           headers of the csmith programs
test   gcc-12-source|gcc-13-source  GCC's torture tests, the VM against native code
test   libgtest-dev            GoogleTest: exported tests are built and run with it
test   libcmocka-dev           cmocka: likewise
test   libcpputest-dev         CppUTest: likewise
test   check                   Check: likewise
test   cmake                   builds the exported CMakeLists.txt
test   lcov                    reads the exported tracefiles
TABLE
}

# ensure_packages GROUP...: install what is missing of these groups, telling what and why.
ensure_packages() {
    local group names reason i known installed missing=() reasons=()
    if ! have apt-get; then
        say "no apt here: this setup knows Debian 12 and Ubuntu 24.04. Trusting that you have what scripts/packages.sh lists"
        return
    fi
    # One dpkg-query for all, since this runs before every build. It fails when it does not know a name: no matter.
    mapfile -t known < <(package_table | awk '{print $2}' | tr '|' '\n')
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${known[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
    while read -r group names reason; do
        [[ " $* " == *" $group "* ]] || continue
        grep -qxE "$names" <<<"$installed" && continue
        missing+=("$names")
        reasons+=("$reason")
    done < <(package_table)
    [ ${#missing[@]} = 0 ] && return

    apt_refresh
    say "installing ${#missing[@]} packages and what they depend on:"
    for i in "${!missing[@]}"; do
        missing[i]=$(first_available "${missing[i]}")
        printf '  %-24s %s\n' "${missing[i]}" "${reasons[i]}"
    done
    apt_install "${missing[@]}"
}

# first_available a|b|c: the first of these names that apt can install; the first if none can.
first_available() {
    local name
    for name in ${1//|/ }; do
        apt_knows "$name" && echo "$name" && return
    done
    echo "${1%%|*}"
}

# No pipe: grep would leave early, and under pipefail the writer's broken pipe would count.
apt_knows() { [[ $(apt-cache policy "$1" 2>/dev/null) == *"Candidate: "[!\(]* ]]; }

# Fetch the package lists, at most once per run and only when something is to be installed.
apt_refresh() {
    [ -n "${apt_is_fresh-}" ] && return
    apt_is_fresh=yes
    have apt-get || return 0
    as_root apt-get update -qq || say "apt-get update had trouble; going on with the lists we have"
}

apt_install() {
    local log
    log=$(mktemp)
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        die "apt-get install failed; the lines above end its output, all of it is in $log"
    }
    rm -f "$log"
}
