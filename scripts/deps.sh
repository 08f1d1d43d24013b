#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/deps.sh [demo|test|bench|all]
# Installs missing packages with apt:
#   demo  for scripts/demo.sh and for programs that use monotable: g++, CMake, make, Boost
#   test  also for the tests of the preset gcc: Ninja, pkg-config, Python, git, Catch2, RapidCheck, SQLite
#   bench for scripts/bench.sh: as demo, Python, valgrind, SQLite, LMDB, RocksDB
#   all   as test, and for every stage of scripts/test.sh (the default): clang 14 and 19, clang-format, valgrind, node, npm,
#         boto3
# Debian 12 has no Catch2 3: for the tests, that of bookworm-backports and Debian 13's Boost are unpacked into .deps/. The
# tests then use this Boost; the tests of README.md's section Install use the system's.
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-all}
case $purpose in
demo | test | bench | all) ;;
*) echo "usage: scripts/deps.sh [demo|test|bench|all]" >&2; exit 2 ;;
esac

id="" codename=""
if [ -r /etc/os-release ]; then
    id=$(. /etc/os-release && echo "${ID-}")
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
fi
case $id-$codename in
debian-bookworm) boost=libboost1.81-dev ;;
debian-trixie | ubuntu-noble) boost=libboost-dev ;;
*)
    boost_floor=$(sed -n 's/^set(MONOTABLE_BOOST_FLOOR \(.*\))$/\1/p' CMakeLists.txt)
    cat <<END
deps.sh installs on Debian 12, Debian 13 and Ubuntu 24.04. Here, install these yourself:
  g++ 12 or later, or clang 14 or later; cmake 3.25 or later; make
  Boost $boost_floor or later (headers)           vcpkg: boost-headers boost-{beast,hana,json,pfr,uuid} brew: boost   dnf: boost-devel
For the tests:
  ninja; pkg-config; python3; git
  Catch2 3                               vcpkg: catch2    brew: catch2    dnf: catch2-devel
  RapidCheck                             vcpkg: rapidcheck
  SQLite 3.40 or later; zlib             vcpkg: sqlite3 zlib brew: sqlite dnf: sqlite-devel zlib-devel
  libcurl 7.85, OpenSSL's libcrypto      vcpkg: curl openssl dnf: libcurl-devel openssl-devel
For scripts/bench.sh:
  python3; valgrind; SQLite, LMDB, RocksDB   (each is skipped if it is missing)
For all stages of scripts/test.sh:
  clang 19 with its compiler-rt; clang-format 19; valgrind
  boto3 for /usr/bin/python3, node and npm (for the tests of the endpoint)
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
have make || want make
if [ "$purpose" = demo ]; then
    file .deps/include/boost/pfr.hpp || file /usr/include/boost/pfr.hpp || want $boost
elif [ "$purpose" = bench ]; then
    file .deps/include/boost/pfr.hpp || file /usr/include/boost/pfr.hpp || want $boost
    have python3 || want python3
    have valgrind || want valgrind
    file /usr/include/sqlite3.h || want libsqlite3-dev
    file /usr/include/lmdb.h || want liblmdb-dev
    file /usr/include/rocksdb/db.h || want librocksdb-dev
else
    file /usr/include/boost/version.hpp || want $boost # an installed version that is too old is kept
    have ninja || want ninja-build
    have pkg-config || want pkg-config
    have python3 || want python3
    have git || want git
    file /usr/include/rapidcheck.h || want librapidcheck-dev
    file /usr/include/sqlite3.h || want libsqlite3-dev
    pkg-config --exists libcurl 2>/dev/null || want libcurl4-openssl-dev
    file /usr/include/zlib.h || want zlib1g-dev
    pkg-config --exists libcrypto 2>/dev/null || want libssl-dev
    [ "$codename" = bookworm ] || file /usr/include/catch2/catch_all.hpp || want catch2
fi
if [ "$purpose" = all ]; then
    [ "$codename" != bookworm ] || have clang++-14 || want clang-14
    have clang++-19 || want clang-19
    file /usr/lib/llvm-19/lib/clang/19/lib/linux || want libclang-rt-19-dev
    file /usr/lib/llvm-19/include/c++/v1/version || want libc++-19-dev
    file /usr/lib/llvm-19/lib/libc++abi.a || want libc++abi-19-dev
    [ "$codename" = bookworm ] || have clang++-17 || want clang-17
    have clang-format-19 || want clang-format-19
    have valgrind || want valgrind
    file /usr/lib/python3/dist-packages/boto3 || want python3-boto3
    have node || want nodejs
    have npm || want npm
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
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends --no-remove install $wanted >/dev/null
fi

# Boost and Catch2 for Debian 12. The system's package lists, settings and installed packages are not changed.
unpack_newer() (
    prefix=$PWD/.deps
    mirror() {
        apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1
    }
    mirror=$(mirror)
    if [ -z "$mirror" ]; then # the package lists were never downloaded
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
    mv unpacked "$prefix" # atomically, so that an interrupted run leaves nothing incomplete
)
if [ "$codename" = bookworm ] && [ "$purpose" != demo ] && [ "$purpose" != bench ]; then
    file .deps/include/boost/pfr.hpp && file .deps/include/catch2/catch_all.hpp || unpack_newer
fi
echo "deps: ready"
