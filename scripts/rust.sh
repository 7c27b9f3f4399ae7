# A Rust toolchain that is new enough: found, or installed from the distribution.
# Sourced by ./run. The minimum is `rust-version` in Cargo.toml, nowhere else.
# shellcheck shell=bash

rust_minimum() { sed -n 's/^rust-version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml"; }

# rust_works: cargo and rustc are there and new enough.
rust_works() {
    local tool version
    for tool in cargo rustc; do
        # A rustup proxy without a toolchain is on the PATH but fails; that counts as missing.
        version=$("$tool" --version 2>/dev/null | awk '{print $2}')
        [ -n "$version" ] && version_at_least "$version" "$(rust_minimum)" || return 1
    done
}

ensure_rust() {
    # rustup's usual place, which a non-login shell often misses.
    have cargo || PATH="$PATH:$HOME/.cargo/bin"
    rust_works && return
    apt_refresh
    if have rustup; then
        # Without any toolchain, fetch one. An old default toolchain stays: changing it is the user's decision.
        [[ $(rustup toolchain list) == *default* ]] || rustup default stable
    elif have rustc && ! apt_owns rustc; then
        : # Somebody's own installation: never replaced behind their back.
    elif apt_knows rustup; then
        say "installing rustup: the Rust toolchain manager"
        apt_install rustup
        rustup default stable
    elif apt_knows rustc-web; then
        # Debian 12 has no rustup, but a current Rust under this name (for its browsers).
        say "installing rustc-web, cargo-web and their clippy and rustfmt: Rust for Debian 12"
        apt_install rustc-web cargo-web rust-web-clippy rustfmt-web
    fi
    hash -r
    rust_works || die "Rust $(rust_minimum) or newer is needed (found: $(rustc --version 2>/dev/null || echo none))." \
        "Install it with rustup (the Rust website says how), or run 'rustup update stable', and try again."
}

apt_owns() { dpkg-query -S "$(command -v "$1")" >/dev/null 2>&1; }

# What ./run test needs beyond the compiler.
ensure_rust_lints() {
    cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
    have rustup || die "cargo fmt or cargo clippy is missing: install the rustfmt and clippy of your Rust toolchain"
    say "adding clippy and rustfmt to the Rust toolchain"
    rustup component add clippy rustfmt
}
