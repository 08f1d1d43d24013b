#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# Installs what monotable's tests and examples need; does nothing where it is there already.
#   Debian 13: everything by apt.
#   Debian 12: tools by apt; Boost and Catch2 are too old there, so those of Debian 13 and bookworm-backports are
#              unpacked into .deps/, and the system's own stay as they are.
set -eu
cd "$(dirname "$0")/.."
boost_floor=1.81

id="" codename=""
if [ -r /etc/os-release ]; then
    id=$(. /etc/os-release && echo "${ID-}")
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
fi
case $id-$codename in
debian-bookworm | debian-trixie) ;;
*)
    cat <<END
deps.sh installs on Debian 12 and 13. Here, install these yourself:
  g++ 12 or later, or clang 14 or later; cmake 3.25 or later; ninja; pkg-config; python3
  Boost $boost_floor or later (headers)           vcpkg: boost-headers boost-{beast,hana,json,pfr,uuid} brew: boost   dnf: boost-devel
  Catch2 3 (for the tests)               vcpkg: catch2    brew: catch2    dnf: catch2-devel
  RapidCheck (for the tests)             vcpkg: rapidcheck
  boto3 for /usr/bin/python3, node and npm (for the tests of the endpoint)
  clang 19 with its compiler-rt (for the stages debug, thread and fuzz of scripts/test.sh)
CMake finds what is not in a standard place with -DCMAKE_PREFIX_PATH="<prefix of Boost>;<prefix of Catch2>".
END
    exit 0
    ;;
esac

have() { command -v "$1" >/dev/null 2>&1; }
file() { [ -e "$1" ]; }

wanted=""
want() { wanted="$wanted $1"; }
have g++ || want g++
have cmake || want cmake
have ninja || want ninja-build
have pkg-config || want pkg-config
have python3 || want python3
have clang++-19 || want clang-19
file /usr/lib/llvm-19/lib/clang/19/lib/linux || want libclang-rt-19-dev
file /usr/lib/llvm-19/include/c++/v1/version || want libc++-19-dev
file /usr/lib/llvm-19/lib/libc++abi.a || want libc++abi-19-dev
file /usr/include/rapidcheck.h || want librapidcheck-dev
file /usr/lib/python3/dist-packages/boto3 || want python3-boto3
have clang-format-19 || want clang-format-19
have node || want nodejs
have npm || want npm
if [ "$codename" = bookworm ]; then
    have clang++-14 || want clang-14
else
    file /usr/include/boost/pfr.hpp || want libboost1.88-dev
    file /usr/include/catch2/catch_all.hpp || want catch2
    have clang++-17 || want clang-17
fi

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; elif have sudo; then sudo "$@"; else
        echo "deps: neither root nor sudo; have an administrator run: $*" >&2
        exit 1
    fi
}
if [ -n "$wanted" ]; then
    echo "deps: apt-get install$wanted"
    as_root apt-get -qq update
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $wanted >/dev/null
fi

# Boost and Catch2 for Debian 12. apt's own lists, settings and installed packages are not touched.
unpack_newer() (
    prefix=$PWD/.deps
    mirror() {
        apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1
    }
    mirror=$(mirror)
    if [ -z "$mirror" ]; then # the lists were never fetched
        as_root apt-get -qq update
        mirror=$(mirror)
    fi
    [ -n "$mirror" ] || { echo "deps: apt's sources name no Debian 12 mirror" >&2; exit 1; }
    echo "deps: Boost 1.88 and Catch2 3 from $mirror into .deps/"

    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/unpacked"
    for suite in trixie bookworm-backports; do
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
    done >"$work/sources.list"
    cd "$work"
    own_apt() {
        apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null \
            -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
            -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" \
            -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@"
    }
    own_apt update
    own_apt download libboost1.88-dev/trixie libcatch2-dev/bookworm-backports
    for deb in *.deb; do
        dpkg-deb --fsys-tarfile "$deb" | tar -x -C unpacked --strip-components=2 ./usr/include ./usr/lib
    done
    rm -rf "$prefix"
    mv unpacked "$prefix" # at once: an interrupted run leaves nothing half done
)
if [ "$codename" = bookworm ]; then
    file .deps/include/boost/pfr.hpp && file .deps/include/catch2/catch_all.hpp || unpack_newer
fi
echo "deps: ready"
