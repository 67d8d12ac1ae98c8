#!/usr/bin/env bash
# release.sh SOURCE: tools/release in a clone, with what it refuses. CHANGELOG.md and CMakeLists.txt agree.
set -euo pipefail
cd "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "release: $1"; exit 1; }

newest=$(sed -nE 's/^## \[([0-9.]+)\] - [0-9-]+$/\1/p' CHANGELOG.md | head -n 1)
grep -q "^project(Verbatim VERSION $newest " CMakeLists.txt || fail "CHANGELOG.md and CMakeLists.txt name different versions"

mkdir -p "$scratch/tree/tools"
cp CMakeLists.txt "$scratch/tree/"
cp tools/release "$scratch/tree/tools/"
cd "$scratch/tree"
git init -q
git config user.name test
git config user.email test@example.org
cat >CHANGELOG.md <<'TEXT'
# Changelog

## [Unreleased]

### Added

- Something.

## [1.9.0] - 2026-01-02

- Nothing.
TEXT
git add . && git commit -q -m "First"

# refuses REASON ARGUMENT…: with no change, and a message that contains REASON.
refuses() {
    local reason=$1 before output
    shift
    before=$(git rev-parse HEAD)$(git status --porcelain)$(git tag)
    ! output=$(tools/release "$@" 2>&1) || fail "tools/release $* succeeds"
    [[ $output == *"$reason"* ]] || fail "tools/release $* reports: $output"
    [[ $before == "$(git rev-parse HEAD)$(git status --porcelain)$(git tag)" ]] || fail "tools/release $* changed something"
}
refuses usage
refuses usage v2.0.0
refuses usage 2.0
refuses usage 1.10.0 now
refuses "not later than 1.9.0" 1.9.0
refuses "not later than 1.9.0" 1.8.9
touch new-file
refuses "the tree has changes" 1.10.0
rm new-file

tools/release 1.10.0 >/dev/null || fail "tools/release 1.10.0 fails"
grep -q '^project(Verbatim VERSION 1.10.0 ' CMakeLists.txt || fail "the version is not set"
[[ $(sed -n '/^## \[Unreleased\]/,/^- Something/p' CHANGELOG.md | sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2}$/DATE/') == "## [Unreleased]

## [1.10.0] - DATE

### Added

- Something." ]] || fail "CHANGELOG.md is $(cat CHANGELOG.md)"
[[ $(git rev-parse v1.10.0^{commit}) == "$(git rev-parse HEAD)" && -z $(git status --porcelain) ]] || fail "the tag is missing"
[[ $(git log -1 --format=%s) == "Release 1.10.0" ]] || fail "the commit is missing"

refuses "has no entry" 1.11.0
sed -i 's/^## \[Unreleased\]$/&\n\n- More./' CHANGELOG.md && git commit -qam "Second"
git tag v1.11.0
refuses "the tag v1.11.0 exists" 1.11.0
tools/release 2.0.0 >/dev/null || fail "tools/release 2.0.0 fails"
echo "release: versions, headings and tags agree"
