#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: readme.sh SOURCE WAY
# Follows README's section Install as a user does: in an empty folder, with a fresh clone of the working tree SOURCE.
# WAY is a line of the table, whose commands and CMakeLists.txt must build README's program, which must print what README
# shows; or server: the lines that install monotable-local. With pkg-config each compiler that is installed has its turn.
# In the environment: CXX; VERSION; BOOST_FLOOR, and BOOST_PREFIX, which is used where the system has no such Boost.
# Where conan or vcpkg is not installed, a stand-in takes its place.
set -eu
source=$1
way=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME="$work/home" CXX
unset CONAN_HOME PKG_CONFIG_PATH DESTDIR CMAKE_BUILD_TYPE GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# The working tree as a repository to clone from.
git init -q -b main origin
git --git-dir=origin/.git -c core.compression=0 --work-tree="$source" add -A
git --git-dir=origin/.git -c user.name=test -c user.email=test -c gc.auto=0 commit -q -m "the working tree"

# What a user has installed: Boost, conan, vcpkg.
own_boost=$(printf '#include <boost/version.hpp>\nBOOST_VERSION\n' | "$CXX" -E -P -x c++ - 2>/dev/null | grep -x '[0-9]*' | tail -n 1)
floor=$(echo "$BOOST_FLOOR" | awk -F. '{ print 100000 * $1 + 100 * $2 }')
[ "${own_boost:-0}" -ge "$floor" ] || export CMAKE_PREFIX_PATH="$BOOST_PREFIX"
mkdir home bin
PATH=$work/bin:$PATH
command -v conan >/dev/null || ln -s "$source/tests/consume/stand_ins/conan" bin
if ! command -v vcpkg >/dev/null; then
    ln -s "$source/tests/consume/stand_ins/vcpkg" bin
    export VCPKG_ROOT="$work/vcpkg"
fi

mkdir project
cd project
git clone -q ../origin monotable
readme=monotable/README.md
# fenced <what follows the backticks>: the first such block of README
fenced() { awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$readme"; }
# spans <column>: what is in backticks there, in the way's line of the table
spans() {
    awk -F'|' -v way="$way" -v column="$1" '$2 == " " way " " {
        count = split($(column + 1), span, "`")
        for (i = 2; i < count; i += 2) print span[i]
    }' "$readme"
}
# follow <file>: runs its lines in this shell, and shows them
follow() {
    [ -s "$1" ] || { echo "README has no such lines"; exit 1; }
    sed 's/^/$ /' "$1"
    . "$1"
}
prints_what_readme_shows() {
    "$1" >"$work/printed"
    diff -u "$work/shown" "$work/printed" && return
    echo "README shows (-) something else than $1 prints (+)"
    exit 1
}
fenced "cpp program" >main.cpp
fenced text >"$work/shown"

if [ "$way" = server ]; then
    # The optimizer's output is tested elsewhere; it would take a minute.
    printf '#!/bin/sh\nexec "%s" "$@" -O0\n' "$(command -v "$CXX")" >"$work/bin/without_optimization"
    chmod +x "$work/bin/without_optimization"
    CXX=$work/bin/without_optimization
    fenced sh >"$work/commands"
    follow "$work/commands" | tee "$work/log"
    tail -n 1 "$work/log" | grep -qx "monotable-local $VERSION"
    grep '^CMAKE_BUILD_TYPE:.*=Release$' monotable/build/CMakeCache.txt
    mv ~/.local ~/moved # what is installed does not know where it was installed
    usage=monotable/packaging/vcpkg/ports/monotable/usage
    {
        echo "cmake_minimum_required(VERSION 3.25)"
        echo "project(main LANGUAGES CXX)"
        grep "find_package.*endpoint" "$usage"
        echo "add_executable(main $source/tests/consume/endpoint/main.cpp)"
        grep "target_link_libraries.*endpoint" "$usage"
    } >CMakeLists.txt
    cmake -B build -DCMAKE_PREFIX_PATH="$HOME/moved"
    cmake --build build
    build/main
else
    spans 2 >"$work/commands"
    spans 3 | sed "s|<url>|$work/origin|" >"$work/lines"
    if [ -s "$work/lines" ]; then
        fenced cmake | sed -e '/^find_package(monotable/{' -e "r $work/lines" -e 'd' -e '}' >CMakeLists.txt
        follow "$work/commands"
        cmake --build build
        prints_what_readme_shows build/shop
    else
        ln -s "$(command -v "$CXX")" "$work/bin/c++"
        follow "$work/commands"
        prints_what_readme_shows ./shop
    fi
fi

case $way in
"CMake, installed")
    [ "$(ls ~/.local)" = "include
share" ] || { echo "more than the library is installed:"; ls ~/.local; exit 1; }
    ;;
pkg-config)
    pkg-config --exact-version="$VERSION" monotable
    mv ~/.local ~/moved
    export PKG_CONFIG_PATH="$HOME/moved/share/pkgconfig"
    tail -n 1 "$work/commands" >"$work/compile"
    for name in g++ clang++ g++-12 g++-13 g++-14 g++-15 g++-16 \
        clang++-14 clang++-15 clang++-16 clang++-17 clang++-18 clang++-19 clang++-20 clang++-21 clang++-22; do
        compiler=$(command -v $name) || continue
        real=$(realpath "$compiler")
        case $name-$("$compiler" -dumpversion) in g++-[0-9].* | g++-[0-9] | g++-1[01]* | clang++-[0-9].* | clang++-1[0-3]*) continue ;; esac
        case " ${tried-} " in *" $real "*) continue ;; esac
        tried="${tried-} $real"
        ln -sf "$compiler" "$work/bin/c++"
        "$compiler" --version | head -n 1
        rm shop
        follow "$work/compile"
        prints_what_readme_shows ./shop
    done
    ;;
esac
untracked=$(git -C monotable status --porcelain)
[ -z "$untracked" ] || { echo "left in the clone:"; echo "$untracked"; exit 1; }
