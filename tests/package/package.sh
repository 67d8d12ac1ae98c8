#!/usr/bin/env bash
# package.sh SOURCE BUILD VERBATIMD CMAKE COMPILER BUILD_TYPE: installs the SDK of a build, creates a new operation with its tool,
# builds it against the installed SDK only, and runs its tests, also in a server that loads it.
set -euo pipefail
source=$1 build=$2 verbatimd=$3 cmake=$4 compiler=$5 build_type=$6

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "package: $1"; exit 1; }
must_refuse() { if "$@" >"$scratch/refusal" 2>&1; then fail "was accepted: $*"; fi; }

"$cmake" --install "$build" --component sdk --prefix "$scratch/sdk" >/dev/null
for file in lib/libverbatim-sdk.so lib/libverbatim-feedback.a lib/libverbatim-text-analysis.a lib/libverbatim-codebook.a lib/libverbatim-testing.a lib/cmake/Verbatim/VerbatimConfig.cmake \
    lib/cmake/Verbatim/VerbatimPlugin.cmake include/verbatim/sdk/plugin.hpp share/verbatim/template/plugin.cpp \
    bin/verbatim-conformance share/verbatim/python/verbatim_remote/py.typed share/doc/verbatim/README.md share/doc/verbatim/writing-an-operation.md \
    share/doc/verbatim/remote-operations.md; do
    [[ -e $scratch/sdk/$file ]] || fail "$file is not installed"
done
if grep -rqF -e "$source" -e "$build" "$scratch/sdk/lib/cmake"; then fail "the package contains the path of the source or build folder"; fi

new_operation=$scratch/sdk/share/verbatim/tools/new-operation
must_refuse "$new_operation"
must_refuse "$new_operation" 'Bad-Name' "$scratch/bad"
must_refuse "$new_operation" class "$scratch/bad"
must_refuse "$new_operation" read "$scratch/bad"
must_refuse "$new_operation" response "$scratch/bad"
must_refuse "$new_operation" 'a/b' "$scratch/bad"
[[ ! -e $scratch/bad ]] || fail "a refused name left a folder"

"$new_operation" count_words "$scratch/count words" >/dev/null
must_refuse "$new_operation" count_words "$scratch/count words"
if grep -rniE 'hello' "$scratch/count words"; then fail "the project contains a name of the template"; fi

"$new_operation" --python find_needs "$scratch/find needs" >/dev/null
(cd "$scratch/find needs" && python3 -m unittest) >"$scratch/unittest" 2>&1 || { cat "$scratch/unittest"; fail "a test of the project in Python fails"; }

# Every line of code in README.md occurs in the project that the tool creates.
awk '/^```cpp/ {on = 1; next} /^```/ {on = 0} on && NF && !/^\/\/ / {print}' "$scratch/sdk/share/doc/verbatim/README.md" >"$scratch/shown"
[[ $(wc -l <"$scratch/shown") -gt 20 ]] || fail "README.md contains no code"
cat "$scratch/count words"/*.?pp "$scratch/count words"/tests/*.cpp >"$scratch/created"
if grep -vxFf "$scratch/created" "$scratch/shown"; then fail "README.md shows lines that the tool does not create"; fi

"$cmake" -S "$scratch/count words" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/sdk" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_BUILD_TYPE="$build_type" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror -Wno-missing-field-initializers" \
    -DVERBATIMD="$verbatimd" -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$cmake" --build "$scratch/build" --parallel 2 >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$scratch/build/test_count_words"
"$scratch/build/test_count_words_served"
# What ctest runs in the created project.
(cd "$scratch/build" && ctest --output-on-failure -R count_words_conformance) >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
grep -q 'failures="0"' "$scratch/build/conformance.xml" || fail "the new operation does not conform"

# A plugin of one file, and mistakes in the call of verbatim_add_plugin.
add_plugin() {
    rm -rf "$scratch/single" && mkdir "$scratch/single"
    cat "$scratch/count words"/{wire.hpp,wire.cpp,prompts.hpp,prompts.cpp,operation.hpp,operation.cpp,plugin.cpp} | grep -vE '^#(pragma once|include "[a-z]+\.hpp")' >"$scratch/single/all.cpp"
    cat >"$scratch/single/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(single LANGUAGES CXX)
find_package(Verbatim REQUIRED)
verbatim_add_plugin(single $*)
END
    "$cmake" -S "$scratch/single" -B "$scratch/single/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/sdk" -DCMAKE_CXX_COMPILER="$compiler"
}
must_refuse add_plugin SOURCES all.cpp
grep -q 'ENTRY is missing' "$scratch/refusal" || fail "a plugin without an entry gets no clear message"
must_refuse add_plugin all.cpp
{ add_plugin ENTRY all.cpp LINK verbatim::feedback && "$cmake" --build "$scratch/single/build"; } >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }

plugins=$scratch/build/lib/verbatim/plugins
exported=$(nm -D --defined-only "$plugins/count_words.so" | awk '$2 ~ /[A-Z]/ && $2 != "W" && $2 != "V" {print $3}' | grep -v -E '^(__|_Z.*(asan|tsan|ubsan))' || true)
[[ $exported == $'verbatim_plugin_entry\nverbatim_plugin_routes\nverbatim_plugin_settings' ]] ||
    fail "the plugin exports more than its entry, its routes and its settings: $exported"

export PLUGINS_DIR=:$plugins STATE_DIR=$scratch/state
export AUTH_API_KEYS='[{"key_id":"k","name":"k","key":"a-key-of-this-test-0123456789","tenant_id":"t"}]'
listed=$("$verbatimd" --list-plugins)
[[ $listed == *"POST /v1/count-words"* && $listed == *"POST /v1/summarize"* ]] || fail "an operation is not listed: $listed"
"$verbatimd" --check >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
echo "package: created, built, tested and served a new operation"
