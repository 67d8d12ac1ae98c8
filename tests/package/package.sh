#!/usr/bin/env bash
# package.sh SOURCE BUILD OPENS_PLUGIN CMAKE COMPILER BUILD_TYPE: installs the SDK from a build, makes a new operation with what was
# installed, builds and tests it against nothing else, and opens it as the server does.
set -euo pipefail
source=$1 build=$2 opens_plugin=$3 cmake=$4 compiler=$5 build_type=$6

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
says() { echo "package: $1"; }
must_refuse() { if "$@" >"$scratch/refusal" 2>&1; then says "was accepted: $*"; exit 1; fi; }

"$cmake" --install "$build" --component sdk --prefix "$scratch/sdk" >/dev/null
for one in lib/libverbatim-sdk.so lib/libverbatim-feedback.a lib/libverbatim-testing.a lib/cmake/Verbatim/VerbatimConfig.cmake \
    lib/cmake/Verbatim/VerbatimPlugin.cmake include/verbatim/sdk/plugin.hpp share/verbatim/template/plugin.cpp; do
    [[ -e $scratch/sdk/$one ]] || { says "$one is not installed"; exit 1; }
done
if grep -rqF -e "$source" -e "$build" "$scratch/sdk/lib/cmake"; then says "the package names the folder it was built in"; exit 1; fi

new_operation=$scratch/sdk/share/verbatim/tools/new-operation
must_refuse "$new_operation"
must_refuse "$new_operation" 'Bad-Name' "$scratch/bad"
must_refuse "$new_operation" class "$scratch/bad"
must_refuse "$new_operation" 'a/b' "$scratch/bad"
[[ ! -e $scratch/bad ]] || { says "a refused name left a folder"; exit 1; }

"$new_operation" count_words "$scratch/count words" >/dev/null
must_refuse "$new_operation" count_words "$scratch/count words"
if grep -rniE 'hello' "$scratch/count words"; then says "a name of the template is left"; exit 1; fi

"$cmake" -S "$scratch/count words" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/sdk" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_BUILD_TYPE="$build_type" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror -Wno-missing-field-initializers" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$cmake" --build "$scratch/build" --parallel 2 >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$scratch/build/test_count_words"

plugins=$scratch/build/lib/verbatim/plugins
exported=$(nm -D --defined-only "$plugins/count_words.so" | awk '$2 ~ /[A-Z]/ && $2 != "W" && $2 != "V" {print $3}' | grep -v -E '^(__|_Z.*(asan|tsan|ubsan))' || true)
[[ $exported == verbatim_plugin_entry ]] || { says "the plugin exports more than its entry: $exported"; exit 1; }

served=$("$opens_plugin" "$plugins")
[[ $served == "count_words: POST /v1/count-words" ]] || { says "served: $served"; exit 1; }
says "a new operation was made, built, tested and opened"
