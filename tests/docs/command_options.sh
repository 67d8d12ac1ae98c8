#!/usr/bin/env bash
# command_options.sh COMMAND SOURCE PAGE: compares the commands, exit statuses and environment of the command with PAGE, all of them
# and the options with the manual page, and completes the options of a command with the script of the package.
set -euo pipefail
command=$1 source=$2 page=$3

names=$("$command" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
options() { "$command" "$1" --help | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -e '--[a-z-]+'; }
printed=$(for name in $names; do options "$name"; done | sort -u)
named=$(grep -ohE -e '--[a-z][a-z-]*' "$page" | sort -u)
unknown=$(comm -13 <(printf '%s\n' "$printed" --parallel | sort) <(echo "$named") | grep -vx -e --help -e -- || true)
[[ -z $unknown ]] || { printf 'docs/command.md names options that no command has:\n%s\n' "$unknown"; exit 1; }

for name in $names; do
    grep -q "^| .*\`$name[ \`]" "$page" || { echo "docs/command.md does not list the command $name"; exit 1; }
done
codes=$(sed -n 's/^    [a-z_]* *= \([0-9]*\),.*/\1/p' "$source/cli/failure.hpp" | sort -n)
stated=$(sed -n '/^## Exit statuses/,$p' "$page" | grep '^| [0-9]' | cut -d'|' -f2 | tr ',' '\n' | tr -d ' ' | sort -n)
[[ -n $codes && $codes == "$stated" ]] || { echo "exit statuses of docs/command.md differ: $stated instead of $codes"; exit 1; }

manual=$(mktemp)
trap 'rm -f "$manual"' EXIT
"$source/packaging/command/make_manual.sh" "$command" "$manual"
plain=$(sed 's/\\-/-/g' "$manual")
for option in $printed; do
    grep -qE -- "^\.B (-[a-z], )?$option( |\$)" <<<"$plain" || { echo "the manual page does not list $option"; exit 1; }
done
in_manual=$(sed -n '/^\.SH EXIT STATUS/,/^\.SH SEE/p' "$manual" | grep -E '^[0-9, ]+$' | tr ',' '\n' | tr -d ' ' | sort -n)
[[ $in_manual == "$codes" ]] || { echo "exit statuses of the manual page differ: $in_manual instead of $codes"; exit 1; }
variables=$(grep -rhoE '(getenv|variable)\("[A-Z_]+"' "$source/cli" | grep -oE '[A-Z_]+' | grep -vx HOME | sort -u)
[[ $variables == *VERBATIM_KEY* ]] || { echo "cli reads no VERBATIM_KEY"; exit 1; }
environment=$(sed -n '/^\.SH ENVIRONMENT/,/^\.SH EXIT/p' "$manual")
for name in $variables; do
    grep -q "\`$name\`" "$page" || { echo "docs/command.md does not name the variable $name"; exit 1; }
    grep -qw "$name" <<<"$environment" || { echo "the manual page does not name the variable $name"; exit 1; }
done

verbatim() { "$command" "$@"; }
source "$source/packaging/command/verbatim.bash"
complete_at() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _verbatim; }
complete_at verbatim ana
[[ ${COMPREPLY[*]} == analyze ]] || { echo "analyze is not completed: ${COMPREPLY[*]}"; exit 1; }
complete_at verbatim code --max
[[ ${COMPREPLY[*]} == --max-codes ]] || { echo "--max-codes is not completed: ${COMPREPLY[*]}"; exit 1; }
complete_at verbatim analyze --mode h
[[ ${COMPREPLY[*]} == hierarchical ]] || { echo "hierarchical is not completed: ${COMPREPLY[*]}"; exit 1; }
complete_at verbatim --local summarize --lang
[[ ${COMPREPLY[*]} == --language ]] || { echo "--language is not completed: ${COMPREPLY[*]}"; exit 1; }
echo "the manual page lists $(wc -l <<<"$printed") options and $(wc -l <<<"$codes") exit statuses"
