#!/usr/bin/env bash
# make_manual.sh COMMAND PAGE: writes the manual page of the command to PAGE, from its --help.
set -euo pipefail
command=$1 page=$2
escaped() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }

# Options of --help as roff: a line with two blanks begins one, deeper lines continue its description.
options() {
    "$command" "$1" --help | awk '
        NR <= 2 || $0 == "" { next }
        /^[A-Z].*:$/ { sub(/:$/, ""); print ".PP\n" $0 ":"; next }
        /^  -/ {
            name = $0; text = ""
            if (match($0, /[^ ]  +[^ ]/) && RSTART > 3) { name = substr($0, 1, RSTART); text = substr($0, RSTART + RLENGTH - 1) }
            sub(/^ +/, "", name)
            print ".TP\n.B " name
            if (text != "") print text
            next
        }
        { sub(/^ +/, ""); print (/^[.]/ ? "\\&" : "") $0 }' | sed -e 's/-/\\-/g'
}

{
    echo '.TH VERBATIM 1 "" "" "User Commands"'
    echo '.SH NAME'
    echo 'verbatim \- analyse community feedback from files'
    echo '.SH SYNOPSIS'
    echo '.B verbatim'
    echo '.I COMMAND'
    echo '[OPTIONS] [FILE]'
    echo '.SH DESCRIPTION'
    echo 'Reads feedback from CSV, JSON, JSON Lines or YAML, sends it to a Verbatim server, and writes the result for people or programs.'
    echo 'With \-\-local it needs no server, no key and no network.'
    echo 'A repeated command finds the job of the first one; SIGINT and SIGTERM cancel the job.'
    echo '.PP'
    escaped <<<'/usr/share/doc/verbatim-server/command.md describes files, columns and results.'
    echo '.SH COMMANDS'
    "$command" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1|\2/p' | while IFS='|' read -r name summary; do
        printf '.SS %s\n' "$name"
        escaped <<<"$summary."
        options "$name"
    done
    echo '.SH ENVIRONMENT'
    printf '.TP\n.B VERBATIM_SERVER\nAddress of the server.\n.TP\n.B VERBATIM_KEY\nAPI key.\n.TP\n.B VERBATIM_KEY_FILE\nFile with the API key.\n'
    printf '.TP\n.B XDG_CONFIG_HOME\nFolder of settings with the file verbatim/key; by default ~/.config.\n'
    printf '.TP\n.B https_proxy, no_proxy\nProxy, and servers without one.\n.TP\n.B TMPDIR\nFolder for the server of \\-\\-local.\n'
    printf '.TP\n.B NO_COLOR\nSwitches colours off, as does the value dumb of TERM.\n.TP\n.B COLUMNS\nWidth of text.\n'
    echo '.SH EXIT STATUS'
    printf '.TP\n0\nSuccess.\n.TP\n1\nThe server answered with an error, or the command failed.\n.TP\n2\nWrong options, or no key.\n'
    printf '.TP\n3\nThe file cannot be used.\n.TP\n4\nNo server, or 503 until the end of \\-\\-wait.\n.TP\n5\nThe key was refused.\n.TP\n6\nA limit of the tenant or of the server: 413, or 429 until the end of \\-\\-wait.\n'
    printf '.TP\n7\nThe result cannot be written.\n.TP\n8\nThe result was written, but some records failed.\n.TP\n130, 143\nEnded by SIGINT or SIGTERM.\n'
    echo '.SH SEE ALSO'
    echo '.BR verbatimd " \-\-help"'
} >"$page.new"
mv "$page.new" "$page"
