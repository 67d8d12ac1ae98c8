#!/usr/bin/env bash
# log_events.sh SOURCE: docs/operations.md lists every event that the sources write to the log, and none that they do not.
set -euo pipefail
cd "$1"

# Events that are put together from two words: "database unavailable".
composed='^(database|outbox) (unavailable|back)$'

mapfile -t sources < <(find core plugins sdk/contract sdk/feedback -name '*.[ch]pp' -not -path '*/node_modules/*')
# Written in one place with its level, or handed to a function that writes it.
written=$(perl -0ne 'while (/\bwrite\(\s*(?:verbatim::)?(?:sdk::)?severity::\w+,\s*"([^"]+)"/g) { print "$1\n" }
                     while (/\bwrite\(\s*"([^"]+)"/g) { print "$1\n" }
                     while (/\{now, sdk::severity::\w+,\s*"([^"]+)"/g) { print "$1\n" }' "${sources[@]}" |
    sed 's/^listening on $/listening on …/' | sort -u)
listed=$(sed -n '/^## Log$/,$p' docs/operations.md | awk -F'|' '/^\| (debug|info|warning|error) /{print $3}' | grep -oE '`[^`]+`' | tr -d '`' | sort -u)
[[ -n $written && -n $listed ]] || { echo "nothing was found to compare"; exit 1; }

missing=$(comm -23 <(echo "$written" | grep -vE '^(debug|info|warning|error)$') <(echo "$listed"))
gone=$(comm -13 <(echo "$written") <(echo "$listed") | grep -vE "$composed" || true)
[[ -z $missing ]] || printf 'docs/operations.md does not tell of the event: %s\n' "${missing//$'\n'/, }"
[[ -z $gone ]] || printf 'docs/operations.md tells of an event that nobody writes: %s\n' "${gone//$'\n'/, }"
[[ -z $missing && -z $gone ]] && echo "$(wc -l <<<"$listed") events are listed"
