#!/usr/bin/env bash
# prometheus.sh SOURCE: checks packaging/prometheus with promtool, if it is installed, and that the dashboard is JSON whose queries
# promtool can parse. tests/e2e/operators.cpp checks that the metrics exist.
set -euo pipefail
cd "$1/packaging/prometheus"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { cat "$scratch/log"; echo "prometheus: $1"; exit 1; }

jq -e '.panels | length > 20' grafana-dashboard.json >"$scratch/log" || fail "grafana-dashboard.json has no panels"
command -v promtool >/dev/null || { echo "prometheus: promtool is not installed"; exit 0; }
promtool check config scrape.yml >"$scratch/log" 2>&1 || fail "scrape.yml is invalid"
promtool check rules verbatim.rules.yml >"$scratch/log" 2>&1 || fail "the rules are invalid"
promtool test rules verbatim.rules.test.yml >"$scratch/log" 2>&1 || fail "the rules do not raise the alerts of their test"

# A rule for each query, with values for the variables of Grafana.
jq '[.panels[].targets[]?.expr | gsub("\\$__rate_interval"; "1m") | gsub("\\$(job|instance)"; "x")]
    | {groups: [{name: "dashboard", rules: [to_entries[] | {record: "query_\(.key)", expr: .value}]}]}' \
    grafana-dashboard.json >"$scratch/queries.yml"
promtool check rules "$scratch/queries.yml" >"$scratch/log" 2>&1 || fail "a query of the dashboard is invalid"
echo "prometheus: rules raise their alerts, and the queries of the dashboard are valid"
