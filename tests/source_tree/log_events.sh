#!/usr/bin/env bash
# log_events.sh SOURCE: checks that docs/reference/generated/log-events.md lists exactly the log events of the sources, that
# docs/operations.md describes no other, and that their names are snake_case.
set -euo pipefail
cd "$1"

# Names that core/database/outage_log.cpp composes from a component and a state.
composed='^(budgets|database|jobs|outbox|stored_keys|usage_reports|usage_retention|usage_rollups)_(unavailable|available)$'

mapfile -t sources < <(find core plugins sdk/contract sdk/feedback sdk/hierarchy -name '*.[ch]pp' -not -path '*/node_modules/*')
# Finds names next to a severity, names passed to functions called write, and those of feedback::failed_records.
written=$(perl -0ne 'while (/\bwrite\(\s*(?:verbatim::)?(?:sdk::)?severity::\w+,\s*"([^"]+)"/g) { print "$1\n" }
                     while (/\bwrite\(\s*"([^"]+)"/g) { print "$1\n" }
                     while (/\bfailures_\.report\(\w+,\s*"([^"]+)"/g) { print "$1\n" }
                     while (/\{now, sdk::severity::\w+,\s*"([^"]+)"/g) { print "$1\n" }' "${sources[@]}" | sort -u)
listed=$(awk -F'|' '/^\|.*`/{print $3}' docs/reference/generated/log-events.md | grep -oE '`[^`]+`' | tr -d '`' | sort -u)
described=$(sed -n '/^## Log$/,$p' docs/operations.md | awk -F'|' '/^\| `/{print $2}' | grep -oE '`[^`]+`' | tr -d '`' | sort -u)
[[ -n $written && -n $listed && -n $described ]] || { echo "no events in the sources or in the documents"; exit 1; }

events=$(grep -vE '^(debug|info|warning|error)$' <<<"$written")
undocumented=$(comm -23 <(echo "$events") <(echo "$listed"))
stale=$(comm -13 <(echo "$events") <(printf '%s\n' "$listed" "$described" | sort -u) | grep -vE "$composed" || true)
malformed=$(grep -vE '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' <<<"$events" || true)
[[ -z $undocumented ]] || printf 'docs/reference/generated lacks the event: %s\n' "${undocumented//$'\n'/, }"
[[ -z $stale ]] || printf 'the documents list an event that no source writes: %s\n' "${stale//$'\n'/, }"
[[ -z $malformed ]] || printf 'event names are snake_case: %s\n' "${malformed//$'\n'/, }"
[[ -z $undocumented && -z $stale && -z $malformed ]] && echo "$(wc -l <<<"$listed") events are listed"
