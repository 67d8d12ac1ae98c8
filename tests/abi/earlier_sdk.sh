#!/usr/bin/env bash
# earlier_sdk.sh SOURCE FOLDER VERBATIMD PLUGINS CMAKE COMPILER SANITIZE: builds plugins in FOLDER from the sources of earlier minor
# versions of this SDK, and serves them with this server, beside the other plugins of this build. The history has the sources: the last
# commit of each earlier minor version, and the first of the major one; the latest three are built. Exit 77: it has none of them.
set -Eeuo pipefail
trap 'echo "earlier_sdk: line $LINENO: $BASH_COMMAND: status $?"' ERR
source=$1 folder=$2 verbatimd=$3 plugins=$4 cmake=$5 compiler=$6 sanitize=$7
earlier_plugins=(summarize usage)

scratch=$(mktemp -d)
server=
finish() {
    [[ -z $server ]] || { kill -TERM "$server" 2>/dev/null && wait "$server" || true; }
    rm -rf "$scratch"
}
trap finish EXIT
fail() { echo "earlier_sdk: $1"; exit 1; }

header=sdk/contract/include/verbatim/sdk/abi.hpp
numbers() { sed -n "s/.*sdk_version = \([0-9]*\)'0*\([0-9]\+\);.*/\1 \2/p"; }
version_at() { git -C "$source" show "$1:$header" 2>/dev/null | numbers; }

# "COMMIT MAJOR MINOR" of the states to build, latest first.
earlier_versions() {
    local major minor commit version before
    read -r major minor < <(numbers <"$source/$header")
    version=$(version_at HEAD)
    [[ $version == "$major $minor" || $version != "$major "* ]] || echo "$(git -C "$source" rev-parse HEAD) $version" # not yet committed
    for commit in $(git -C "$source" log --format=%H -G'sdk_version = [0-9]' -- "$header" 2>/dev/null); do
        version=$(version_at "$commit") before=$(version_at "$commit^" || true)
        [[ $version == "$major "* && $version != "$before" ]] || continue
        [[ $before != "$major "* ]] || echo "$(git -C "$source" rev-parse "$commit^") $before"
        [[ $version != "$major 0" ]] || echo "$commit $version"
    done
}
mapfile -t versions < <(earlier_versions | awk '!seen[$1]++' | head -3)
if [[ ${#versions[@]} -eq 0 ]]; then
    echo "earlier_sdk: skipped, because the history holds no commit of this major version of the SDK"
    exit 77
fi

# build COMMIT: its SDK and some of its plugins, without optimisation, as another team might build them.
build() {
    local tree=$folder/$1/source
    if [[ ! -f $tree/CMakeLists.txt ]]; then
        mkdir -p "$tree"
        git -C "$source" archive "$1" cmake docs etc plugins sdk tools CMakeLists.txt README.md | tar -x -C "$tree"
        sed -i -e '/^add_subdirectory(sdk)/,$d' "$tree/CMakeLists.txt"
        printf 'add_subdirectory(%s)\n' sdk "${earlier_plugins[@]/#/plugins/}" >>"$tree/CMakeLists.txt"
    fi
    export CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1
    "$cmake" -S "$tree" -B "$folder/$1/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON \
        -DCMAKE_UNITY_BUILD_BATCH_SIZE=100 -DVERBATIM_SANITIZE="$sanitize" -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" \
        >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    "$cmake" --build "$folder/$1/build" --parallel 2 --target "${earlier_plugins[@]}" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
}

# request STATUS CURL_ARGUMENT…: fails unless the response has the status.
request() {
    local expected=$1 status
    shift
    status=$(curl -sS --noproxy '*' -o "$scratch/response" -w '%{http_code}' -H 'Authorization: Bearer a-key-of-this-test-0123456789' "$@")
    [[ $status == "$expected" ]] || fail "status $status, expected $expected: $*: $(cat "$scratch/response")"
}
answers() { jq -e "$1" "$scratch/response" >/dev/null || fail "unexpected: $1: $(cat "$scratch/response")"; }

# The URL of the server; fails until its line is complete.
address() {
    local line
    while IFS= read -r line; do
        [[ $line =~ listening\ on\ (http://[0-9.:]+) ]] || continue
        echo "${BASH_REMATCH[1]}"
        return
    done <"$scratch/server"
    return 1
}

serve() {
    local mixed=$scratch/plugins name
    rm -rf "$mixed" && mkdir "$mixed"
    cp "$plugins"/*.so "$mixed"
    for name in "${earlier_plugins[@]}"; do cp "$folder/$1/build/lib/verbatim/plugins/$name.so" "$mixed"; done

    STATE_DIR=$scratch/state-$1 PLUGINS_DIR=$mixed NETWORK_PORT=0 NETWORK_HOST=127.0.0.1 \
        AUTH_API_KEYS='[{"key_id":"k","name":"k","key":"a-key-of-this-test-0123456789","tenant_id":"t"}]' "$verbatimd" >"$scratch/server" 2>&1 &
    server=$!
    local url deadline=$((SECONDS + 60))
    until url=$(address); do
        kill -0 "$server" 2>/dev/null || { server=; fail "the server did not start: $(cat "$scratch/server")"; }
        ((SECONDS < deadline)) || fail "the server has no address after 60 s: $(cat "$scratch/server")"
        sleep 0.1
    done

    local record='{"id": "F-1", "content": "Amina Diallo needs a second water pump; call her at +49 30 123456."}'
    request 200 "$url/v1/summarize" -d "{\"feedback_record\": $record, \"explain\": true}"
    answers '.summary | length > 0'
    answers '.provenance | length > 0'
    local records
    records=$(for n in $(seq 40); do echo "{\"id\": \"F-$n\", \"content\": \"Village $n needs water and a road. The school of village $n is closed.\"}"; done | jq -s .)
    request 200 "$url/v1/summarize-bulk" -d "{\"mode\": \"hierarchical\", \"feedback_records\": $records}"
    request 200 "$url/v1/summarize" -d "{\"feedback_record\": $record, \"dry_run\": true}"
    request 422 "$url/v1/summarize" -d '{"feedback_record": {"id": 1}}'
    answers '.error.fields | length > 0'
    request 200 "$url/v1/usage"
    answers '.total_calls == 2 and .llm_call_stats.total_calls > 2'
    request 200 "$url/v1/usage" -H 'Accept: text/csv'
    request 422 "$url/v1/usage?from=soon"
    request 200 "$url/v1/detect-sensitive" -d "{\"feedback_record\": $record}" # of a plugin of this version
    request 200 "$url/openapi.json"

    kill -TERM "$server"
    wait "$server" || fail "the server ended with $?: $(tail -5 "$scratch/server")"
    server=
    if grep -E '"(unexpected_error|process_crashed|plugin_skipped)"' "$scratch/server"; then fail "the log has errors"; fi
}

for line in "${versions[@]}"; do
    read -r commit major minor <<<"$line"
    build "$commit"
    serve "$commit"
    echo "earlier_sdk: served plugins of SDK $major.$minor (${commit:0:10})"
done
