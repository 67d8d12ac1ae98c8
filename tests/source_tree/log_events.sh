#!/usr/bin/env bash
# log_events.sh SOURCE: checks that docs/operations.md lists exactly the log events of the sources, and that their names are
# snake_case.
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
listed=$(sed -n '/^## Log$/,$p' docs/operations.md | awk -F'|' '/^\| (debug|info|warning|error) /{print $3}' | grep -oE '`[^`]+`' | tr -d '`' | sort -u)
[[ -n $written && -n $listed ]] || { echo "no events in the sources or in docs/operations.md"; exit 1; }

events=$(grep -vE '^(debug|info|warning|error)$' <<<"$written")
undocumented=$(comm -23 <(echo "$events") <(echo "$listed"))
stale=$(comm -13 <(echo "$events") <(echo "$listed") | grep -vE "$composed" || true)
malformed=$(grep -vE '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' <<<"$events" || true)
[[ -z $undocumented ]] || printf 'docs/operations.md does not list the event: %s\n' "${undocumented//$'\n'/, }"
[[ -z $stale ]] || printf 'docs/operations.md lists an event that no source writes: %s\n' "${stale//$'\n'/, }"
[[ -z $malformed ]] || printf 'event names are snake_case: %s\n' "${malformed//$'\n'/, }"
[[ -z $undocumented && -z $stale && -z $malformed ]] && echo "$(wc -l <<<"$listed") events are listed"
