# Helpers that every script of ours sources: words for the user, root rights, version comparison.
# Sourced by bash, never run. Keep it small: a helper belongs here only when two scripts need it.
# shellcheck shell=bash

# shellcheck disable=SC2034 # used by those who source us
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "crescendo: $*"; }
die() {
    printf '%s\n' "crescendo: error: $*" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# as_root CMD...: run with root rights, through sudo when we are not root.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        die "this needs root and there is no sudo; as root, run: $*"
    fi
}

# version_at_least HAVE WANT: dotted versions, 1.10 is newer than 1.9.
version_at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}
