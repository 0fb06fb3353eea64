#!/bin/sh
# Makes a Debian root with the rivals of the table: TorchInductor and oneDNN, as Debian packages them.
#
#   npm run bench:rivals:setup -- [DIRECTORY]        (or TILE_SIMD_RIVALS; build/rivals without either)
#
# Needs root (debootstrap and chroot), a Debian-like host and about 3 GB. The packages come from wherever this
# machine's own apt gets Debian from. May be repeated: what is done stays. RIVALS_SUITE chooses the release;
# the host's own may have a torch that is too old to compile.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${1:-${TILE_SIMD_RIVALS:-$here/../../build/rivals}}
suite=${RIVALS_SUITE:-forky}
root=$work/root

fail() {
  echo "bench:rivals:setup: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "must be root: debootstrap and chroot need it"
command -v apt-get >/dev/null || fail "this host has no apt-get; the rivals come as Debian packages"
if ! command -v debootstrap >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends debootstrap
fi

# --- the root ---------------------------------------------------------------------------------------------------
packages="python3-torch python3-numpy python3-setuptools python3-dev libtorch-dev libsleef-dev libdnnl-dev g++ libgomp1
  binutils"
mkdir -p "$root"
if [ ! -e "$root/.complete" ]; then
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
  [ -n "$mirror" ] || fail "apt knows no Debian archive (apt-get indextargets lists none); run apt-get update"
  # Releases that this debootstrap has never heard of are made as sid is.
  script=/usr/share/debootstrap/scripts/$suite
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
  [ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$root" "$mirror" "$script"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # shellcheck disable=SC2086 # a list
  chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    apt-get install -y -qq --no-install-recommends $packages
  touch "$root/.complete"
fi

# --- oneDNN behind a C interface ----------------------------------------------------------------------------------
mkdir -p "$root/bench"
cp "$here/onednn.cpp" "$root/bench/"
chroot "$root" g++ -O2 -Wall -shared -fPIC /bench/onednn.cpp -o /bench/libonednn_rival.so -ldnnl

echo "bench:rivals:setup: $root is ready; the table compiles Inductor's kernels as it needs them"
