#!/usr/bin/env bash
# Runs words of `./x` on the committed state inside a new Debian that holds only what the README asks for: git, curl,
# certificates and a Rust toolchain. What passes here needs nothing installed by hand. `./x test --fresh` calls it.
#
# A bare Debian is made once by debootstrap and kept in the user's cache; every run works on an overlay of its own
# above it, in mount and process namespaces of its own, so that whatever ends a run also ends its processes and mounts.
# The toolchain is the machine's own, read-only, in place of what rustup would fetch. Where packages come from is a
# matter of the machine: apt, pip and cargo inside are told what they are told outside.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage='usage: ./x test --fresh [--debian 12|13] [--keep-target] [--bring FILE TO] [WORD…]

  WORD           words of ./x, one after the other, on one fresh machine: demo test if there are none;
                 "demo test demo test" shows what a second time costs, quotes hold a word together: "trust tasks";
                 newcomer does what the README says, as a user of its own
  --debian       which Debian, 12 if not said
  --keep-target  compiled dependencies are kept for, and taken from, other runs with this option
  --bring        a file of the clone that is copied out at the end, also after a failure'

fail() {
  printf '\nfresh: %s\n' "$*" >&2
  exit 1
}

# ---------------------------------------------------------------------------------------------------------- inside

# Runs in namespaces of its own: mounts what a running system has, clones, and says each word.
# inside ROOT TOOLCHAIN TARGET WORD…
inside() {
  local root=$1 toolchain=$2 target=$3
  shift 3
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$root/../upper,workdir=$root/../work" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
  mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mkdir -p "$root/opt/rust"
  mount --bind "$toolchain" "$root/opt/rust"
  mount -o remount,bind,ro "$root/opt/rust"
  if [ -n "$target" ]; then
    mkdir -p "$root/root/.cache/surehand/target"
    mount --bind "$target" "$root/root/.cache/surehand/target"
  fi
  "${in_clone[@]}" 'cd && git -c advice.detachedHead=false clone --quiet surehand.bundle surehand'

  local word begin lines=() outcome=0
  for word in "$@"; do
    begin=$SECONDS
    # shellcheck disable=SC2016 # expanded by the shell inside
    "${in_clone[@]}" 'cd ~/surehand && exec ./x $0' "$word" || outcome=$?
    lines+=("$(printf '%-24s %-7s %5d s, load %s' "./x $word" "$([ "$outcome" -eq 0 ] && echo ok || echo "failed")" \
      "$((SECONDS - begin))" "$(cut -d' ' -f1-2 /proc/loadavg)")")
    [ "$outcome" -eq 0 ] || break
  done
  printf '\n── fresh %s, %s\n' "$codename" "$("${in_clone[@]}" 'cat /etc/debian_version')"
  printf '%s\n' "${lines[@]}"
  return "$outcome"
}

# ---------------------------------------------------------------------------------------------------------- outside

# Variables that say where packages come from and how they are reached, and one that `./x trust` knows.
settings_in_variables() {
  local name
  for name in $(compgen -e); do
    case $name in
      PIP_FIND_LINKS) ;; # a folder of this machine, mostly
      [Hh][Tt][Tt][Pp]_[Pp][Rr][Oo][Xx][Yy] | [Hh][Tt][Tt][Pp][Ss]_[Pp][Rr][Oo][Xx][Yy] | [Nn][Oo]_[Pp][Rr][Oo][Xx][Yy] | \
        PIP_* | CARGO_HTTP_* | CARGO_NET_* | CARGO_REGISTR* | CARGO_SOURCE_* | npm_config_* | \
        SSL_CERT_* | CURL_CA_BUNDLE | REQUESTS_CA_BUNDLE | GIT_SSL_CAINFO | NODE_EXTRA_CA_CERTS | SUREHAND_TASK_RUNS)
        printf '%s=%s\0' "$name" "${!name}"
        ;;
    esac
  done
}

# archive LABEL: the address that apt has for Debian or for Debian-Security.
archive() {
  apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" "Label: $1" 2>/dev/null | sed -n 1p
}

# What the new system is told about package sources, as files.
settings_in_files() {
  local root=$1 security file
  security=$(archive Debian-Security)
  {
    printf 'deb %s %s main\n' "$mirror" "$codename" "$mirror" "$codename-updates"
    [ -z "$security" ] || printf 'deb %s %s main\n' "$security" "$codename-security"
  } >"$root/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(http|https|Check)' >"$root/etc/apt/apt.conf.d/90machine" || true
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  cp -L "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ssl/certs/ca-certificates.crt"
  for file in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [ ! -f "$file" ] || cat "$file" >>"$root/etc/pip.conf"
  done
  # Of cargo's settings only those about sources: the others are tastes of this machine.
  for file in "${CARGO_HOME:-$HOME/.cargo}"/config{,.toml}; do
    [ ! -f "$file" ] || awk '/^\[/ { wanted = /^\[(source|registr|http|net)/ } wanted' "$file" >>"$root/root/.cargo/config.toml"
  done
}

make_base() {
  local wanted="$mirror $included"
  [ "$(cat "$base.made" 2>/dev/null)" = "$wanted" ] && [ -d "$base" ] && return 0
  echo "making a bare Debian $codename in $base, kept for later"
  command -v debootstrap >/dev/null || install_debootstrap
  local proxy=
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  rm -rf --one-file-system "$base" "$base.new"
  env ${proxy:+"http_proxy=$proxy"} unshare --mount \
    debootstrap --variant=minbase --include="$included" "$codename" "$base.new" "$mirror" >"$base.log" 2>&1 </dev/null \
    || fail "debootstrap failed, see $base.log and $base.new/debootstrap/debootstrap.log"
  # Package lists are what a new system fetches first.
  rm -rf "$base.new"/var/lib/apt/lists/* "$base.new"/var/cache/apt/*
  mv "$base.new" "$base"
  printf '%s\n' "$wanted" >"$base.made"
}

install_debootstrap() {
  echo "installing debootstrap"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends debootstrap </dev/null \
    || fail "could not install debootstrap"
}

# Folders of runs whose process is no more: they were killed.
remove_leftovers() {
  local folder
  for folder in "$cache"/run.*; do
    [ -d "$folder" ] && [ ! -d "/proc/${folder##*.}" ] || continue
    rm -rf --one-file-system "$folder"
  done
}

finish() {
  trap - EXIT INT TERM HUP
  [ -z "$child" ] || { kill -KILL "$child" && wait "$child"; } 2>/dev/null || true
  local index
  for ((index = 0; index < ${#bring[@]}; index += 2)); do
    cp "$run/upper/root/surehand/${bring[index]}" "${bring[index + 1]}" || true
  done
  # What was just killed may still have been writing.
  rm -rf --one-file-system "$run" 2>/dev/null || { sleep 1 && rm -rf --one-file-system "$run"; }
}

number=12 keep_target= words=() bring=() child=
while [ $# -gt 0 ]; do
  case $1 in
    --debian)
      [ $# -ge 2 ] || fail "--debian needs a number"
      number=$2 && shift
      ;;
    --keep-target) keep_target=yes ;;
    --bring)
      [ $# -ge 3 ] || fail "--bring needs a file of the clone and where it goes"
      bring+=("$2" "$3") && shift 2
      ;;
    -h | --help) printf '%s\n' "$usage" && exit 0 ;;
    -*) printf '%s\n' "$usage" >&2 && fail "no such option: $1" ;;
    *) words+=("$1") ;;
  esac
  shift
done
[ "${#words[@]}" -gt 0 ] || words=(demo test)
case $number in
  12) codename=bookworm ;;
  13) codename=trixie ;;
  *) fail "--debian is 12 or 13, not $number" ;;
esac

[ "$(id -u)" -eq 0 ] || fail "needs root, because it makes a root file system: sudo ./x test --fresh"
command -v apt-config >/dev/null || fail "needs apt, to know where Debian's packages come from on this machine"
toolchain=$(rustc --print sysroot) || fail "needs Rust: install it from https://rustup.rs"
included=ca-certificates,curl,git
cache="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/surehand/chroot"
base="$cache/$codename" run="$cache/run.$$"
mkdir -p "$cache"
mirror=$(archive Debian)
[ -n "$mirror" ] || { apt-get update -q </dev/null >/dev/null && mirror=$(archive Debian); } || true
[ -n "$mirror" ] || fail "apt on this machine has no source of Debian"
[ -z "$(git status --porcelain)" ] || echo "fresh: what is not committed is not in it"

exec 9>"$base.lock"
flock 9
make_base
exec 9>&-
remove_leftovers

trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
(umask 077 && mkdir -p "$run")
mkdir "$run/root" "$run/work"
target=
if [ -n "$keep_target" ]; then
  target="$cache/target-$codename"
  mkdir -p "$target"
fi
# Written through the overlay's upper layer, as nothing is mounted out here.
mkdir -p "$run/upper"/{etc/apt/apt.conf.d,etc/ssl/certs,root/.cargo}
settings_in_files "$run/upper"
git bundle create --quiet "$run/upper/root/surehand.bundle" HEAD

mapfile -d '' -t settings < <(settings_in_variables)
in_clone=(chroot "$run/root" /usr/bin/env -i "${settings[@]}" HOME=/root USER=root TERM="${TERM:-dumb}" CI=true
  SUREHAND_FRESH="$codename"
  PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /bin/bash -c)
export -f inside
export base codename

# A process group of its own keeps Ctrl-C as a program expects it; `finish` ends the namespace, and so does our death.
printf 'fresh Debian %s at %s; Rust from %s\n' "$codename" "$(git rev-parse --short HEAD)" "$toolchain"
set -m
setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child=KILL \
  bash -euo pipefail -c "$(declare -p in_clone); inside \"\$@\"" inside "$run/root" "$toolchain" "$target" "${words[@]}" \
  </dev/null &
child=$!
set +m
outcome=0
wait "$child" || outcome=$?
child=
exit "$outcome"
