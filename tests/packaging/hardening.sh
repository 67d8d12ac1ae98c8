#!/usr/bin/env bash
# hardening.sh PROGRAM LIBRARY…: a release build of the program and of each library was compiled and linked with the protections of
# cmake/BuildSettings.cmake.
set -euo pipefail
failures=0
fail() { echo "$1: $2"; failures=$((failures + 1)); }

check_common() # file
{
    local segments dynamic symbols
    segments=$(readelf -lW "$1") dynamic=$(readelf -dW "$1") symbols=$(readelf --dyn-syms -W "$1")
    [[ $(readelf -hW "$1") =~ Type:\ +DYN ]] || fail "$1" "not position-independent"
    [[ $segments == *GNU_RELRO* && $dynamic =~ (BIND_NOW|FLAGS.*NOW) ]] || fail "$1" "no full RELRO"
    [[ $segments =~ GNU_STACK[^$'\n']*RWE ]] && fail "$1" "executable stack"
    [[ $dynamic == *TEXTREL* ]] && fail "$1" "text relocations"
    [[ $symbols == *__stack_chk_fail* ]] || fail "$1" "no stack protector"
    # Every function that can be called indirectly begins with an end-of-branch instruction.
    (($(objdump -d --no-show-raw-insn "$1" | grep -c endbr64) > 100)) || fail "$1" "no branch protection"
}

for file in "$@"; do check_common "$file"; done
symbols=$(readelf --dyn-syms -W "$1")
[[ $symbols =~ __[a-z]+_chk@GLIBC ]] || fail "$1" "no checked library functions (_FORTIFY_SOURCE)"
[[ $symbols == *glibcxx_assert_fail* ]] || fail "$1" "no assertions of the standard library"
((failures == 0)) && echo "$# files are hardened"
