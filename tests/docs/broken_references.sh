#!/usr/bin/env bash
# broken_references.sh CHECK: creates trees with a broken reference each. CHECK must report its file and line.
set -euo pipefail
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# broken FILE TEXT: writes the reference on line 2 of FILE.
broken() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/docs/reference" "$tree/core"
    printf '# Errors\n\n## Error codes\n' >"$tree/docs/reference/errors.md"
    printf '# Guide\n' >"$tree/docs/guide.md"
    "$check" "$tree" >/dev/null
    printf '\n%b\n' "$2" >"$tree/$1"
    if report=$("$check" "$tree"); then
        echo "not reported: $2 in $1"
        exit 1
    fi
    [[ $report == "$1:2: "* ]] || { echo "$1:2 is not named in: $report"; exit 1; }
}

broken docs/guide.md '[errors](reference/error.md)'
broken docs/guide.md '[errors](reference/errors.md#codes)'
broken docs/guide.md '[here](#nowhere)'
broken docs/guide.md '[outside](../../elsewhere.md)'
broken docs/guide.md 'See contract 17.4.'
broken core/a.hpp '/// See docs/reference/error.md.'
broken core/a.hpp '/// See docs/reference/errors.md#codes.'
broken core/a.hpp '/// The status: contract 3.2.'
broken core/a.hpp '/// The status, see contract\n/// section 3.2.'
echo "every broken reference is reported"
