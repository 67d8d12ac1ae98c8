#!/usr/bin/env bash
# samples_compile.sh PAGE COMMAND…: the C++ samples of a page, in order, form one program that COMMAND compiles.
set -euo pipefail
page=$1
shift
samples=$(mktemp --suffix=.cpp)
trap 'rm -f "$samples"' EXIT
# #line keeps the numbers of the page in messages.
awk -v page="$page" '/^```cpp$/ {on = 1; print "#line " NR + 1 " \"" page "\""; next} /^```/ {on = 0} on' "$page" >"$samples"
[[ $(grep -vc '^#line' "$samples") -gt 50 ]] || { echo "$page has no samples"; exit 1; }
"$@" "$samples" && echo "the samples of $page compile"
