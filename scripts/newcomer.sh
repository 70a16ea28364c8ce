#!/usr/bin/env bash
# Does what the README says as somebody who has nothing else: a user of their own on a machine with a desktop, from the
# clone to a proven act from both official SDKs. `./x test --fresh newcomer` calls it.
#
# The commands are the README's own: every code block there without a language, line by line in one shell, each of which
# must succeed. So the README cannot promise what does not work. What a person has before: X, a window manager, a
# session bus, two apps, sudo, Rust and Node; accessibility is off, as Debian has it without GNOME.
set -euo pipefail

fail() {
  printf '\nnewcomer: %s\n' "$*" >&2
  exit 1
}

# ---------------------------------------------------------------------------------------------------- as root

prepare() {
  [ -n "${SUREHAND_FRESH:-}" ] || fail "it makes a user and installs packages; run it as ./x test --fresh newcomer"
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    sudo xvfb openbox dbus at-spi2-core gnome-calculator mousepad nodejs npm
  useradd --create-home --shell /bin/bash "$user"
  printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$user" >"/etc/sudoers.d/$user"
  install -d -o "$user" -g "$user" -m 700 "$runtime" "$home/.cargo" "$home/.cache" "$home/.cache/surehand"
  cp /root/surehand.bundle scripts/newcomer.sh "$home/"
  [ ! -f /root/.cargo/config.toml ] || cp /root/.cargo/config.toml "$home/.cargo/"
  if mountpoint -q /root/.cache/surehand/target; then
    mkdir -p "$home/.cache/surehand/target"
    mount --bind /root/.cache/surehand/target "$home/.cache/surehand/target"
  fi
  chown -R "$user:$user" "$home"
}

# ---------------------------------------------------------------------------------------------------- as the user

# desktop COMMAND…: what a login would have started, then the command in it.
desktop() {
  local number
  mkfifo "$HOME/display"
  Xvfb -displayfd 9 -screen 0 1280x800x24 -nolisten tcp 9>"$HOME/display" >"$HOME/x.log" 2>&1 &
  read -r number <"$HOME/display"
  export DISPLAY=":$number"
  dbus-run-session -- bash -c 'openbox >/dev/null 2>&1 & exec "$@"' session "$@"
}

readme_commands() {
  awk '/^```/ { open = !open; wanted = open && $0 == "```"; next } wanted && NF' README.md
}

# A line as a person types it. Questions are put to a terminal and answered with a yes.
run_line() {
  local line=$1 said=$HOME/said
  case $line in
    # A person goes on when the apps are there to be seen.
    *"&") eval "$line" >/dev/null 2>&1 </dev/null && sleep 5 ;;
    ./x* | "surehand install "* | "surehand uninstall "*) script -qec "$line" /dev/null <<<y ;;
    *)
      eval "$line" </dev/null > >(tee "$said") 2>&1 || return
      wait $!
      # The programs of docs/examples print the answer, and end well whatever it says.
      case $line in *act.py* | *"node "*act.mjs*) grep -q '^{"status":"done"' "$said" ;; esac
      ;;
  esac
}

follow() {
  local line lines begin=$SECONDS acts=0
  cd
  git -c advice.detachedHead=false clone -q surehand.bundle surehand
  cd surehand
  mapfile -t lines < <(readme_commands)
  for line in "${lines[@]}"; do
    printf '\n$ %s\n' "$line"
    line=$(sed 's/  *#.*$//' <<<"$line")
    run_line "$line" || fail "the README's line ended with $?: $line"
    case $line in
      *act.py* | *"node "*act.mjs*) acts=$((acts + 1)) && printf '── proven, %d s after the clone began\n' $((SECONDS - begin)) ;;
    esac
  done
  [ "$acts" -eq 2 ] || fail "the README has $acts programs of docs/examples, not 2"
  printf '\n── newcomer: %d lines of the README, all as it says, in %d s\n' "${#lines[@]}" $((SECONDS - begin))
}

user=newcomer home=/home/newcomer runtime=/run/user/newcomer
case ${1:-prepare} in
  prepare)
    prepare
    # What says where packages come from stays.
    cd "$home"
    exec setpriv --reuid "$user" --regid "$user" --init-groups \
      env -u CI -u SUREHAND_FRESH HOME="$home" USER="$user" LOGNAME="$user" SHELL=/bin/bash XDG_RUNTIME_DIR="$runtime" \
      bash newcomer.sh desktop
    ;;
  desktop) desktop bash "$HOME/newcomer.sh" follow ;;
  follow) follow ;;
esac
