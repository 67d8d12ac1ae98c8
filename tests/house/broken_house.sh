#!/usr/bin/env bash
# A house with one wrong include each time: the check given as the argument must name it.
set -euo pipefail
check=$1
house=$(mktemp -d)
trap 'rm -rf "$house"' EXIT

# wrong FILE INCLUDE: one house, one mistake.
wrong() {
    rm -rf "${house:?}"/*
    mkdir -p "$house"/{sdk/contract,sdk/feedback,core/http,core/llm,core/recording,plugins/one,plugins/two}
    printf '#include %s\n' "$2" >"$house/$1"
    if report=$("$check" "$house"); then
        echo "not noticed: $2 in $1"
        exit 1
    fi
    [[ $report == *"$1:1:"* ]] || { echo "not named: $1 in: $report"; exit 1; }
}

wrong sdk/contract/a.hpp '"verbatim/feedback/record.hpp"'
wrong sdk/feedback/a.hpp '"llm/door.hpp"'
wrong core/http/a.cpp '"verbatim/feedback/record.hpp"'
wrong core/http/a.cpp '"plugins/one/wire.hpp"'
wrong plugins/one/a.cpp '"http/message.hpp"'
wrong plugins/one/a.cpp '"../two/wire.hpp"'
wrong core/llm/a.cpp '<boost/beast/core.hpp>'
wrong core/recording/a.cpp '<soci/soci.h>'
wrong plugins/one/a.hpp '<curl/curl.h>'
echo "every wrong include is noticed"
