#!/usr/bin/env bash
# Installs what the tests need besides Python, from Debian's packages and where it is missing: PostgreSQL and Redis, of
# which they start servers of their own, and Chromium without windows with a font to write in.
set -euo pipefail

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell fonts-dejavu-core)
[ ${#missing[@]} -eq 0 ] && exit 0

command -v apt-get >/dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please install as root: apt-get install ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi

echo "installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
