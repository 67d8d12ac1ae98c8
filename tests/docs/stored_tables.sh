#!/usr/bin/env bash
# stored_tables.sh MIGRATIONS PAGE: each table that a migration creates has a row in the table of stored data in PAGE.
set -euo pipefail
migrations=$1 page=$2

tables=$(cat "$migrations"/*/*.sql | grep -oE '^create table [a-z_]+' | cut -d' ' -f3 | grep -v '^new_' | sort -u)
listed=$(sed -n '/^## Stored data/,/^## /p' "$page" | grep '^|' | cut -d'|' -f2 | grep -oE '`[a-z_]+`' | tr -d '`' | sort -u)
missing=$(comm -23 <(printf '%s\n' "$tables" schema_migrations | sort) <(echo "$listed"))
[[ -n $tables && -z $missing ]] || { echo "tables that $page does not list: $missing"; exit 1; }
wrong=$(sed -n '/^## Stored data/,/^## /p' "$page" | awk -F'|' '/^\|/ && NF != 6')
[[ -z $wrong ]] || { echo "rows without a retention or an erasure: $wrong"; exit 1; }
echo "$page lists $(wc -l <<<"$tables") tables"
