#!/usr/bin/env bash
# broken_includes.sh CHECK: creates source trees with a wrong include each. CHECK must report it.
set -euo pipefail
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# wrong FILE INCLUDE: creates a tree with this include.
wrong() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree"/{sdk/contract,sdk/feedback,cli,core/{http,llm,log,recording},plugins/{first,second}}
    printf '#include %s\n' "$2" >"$tree/$1"
    if report=$("$check" "$tree"); then
        echo "not reported: $2 in $1"
        exit 1
    fi
    [[ $report == *"$1:1:"* ]] || { echo "$1 is not named in: $report"; exit 1; }
}

wrong sdk/contract/a.hpp '"verbatim/feedback/record.hpp"'
wrong sdk/feedback/a.hpp '"llm/model_client.hpp"'
wrong sdk/feedback/a.hpp '"verbatim/hierarchy/map.hpp"'
wrong sdk/feedback/a.hpp '"verbatim/codebook/framework.hpp"'
wrong core/http/a.cpp '"verbatim/feedback/record.hpp"'
wrong core/http/a.cpp '"plugins/first/wire.hpp"'
wrong plugins/first/a.cpp '"http/message.hpp"'
wrong plugins/first/a.cpp '"../second/wire.hpp"'
wrong core/recording/a.cpp '"llm/model_client.hpp"'
wrong core/log/a.hpp '"http/message.hpp"'
wrong core/llm/a.cpp '<boost/beast/core.hpp>'
wrong core/recording/a.cpp '<soci/soci.h>'
wrong plugins/first/a.hpp '<curl/curl.h>'
wrong cli/a.cpp '"http/message.hpp"'
wrong cli/a.cpp '"plugins/first/wire.hpp"'
wrong core/http/a.cpp '"cli/table.hpp"'

rm -rf "${tree:?}"/*
mkdir -p "$tree/core/unlisted"
if "$check" "$tree" >/dev/null; then echo "not reported: a module that the table does not list"; exit 1; fi
echo "every wrong include is reported"
