# Completions of bash for the command verbatim. The options are those that --help prints.
_verbatim() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} names subcommand="" n
    COMPREPLY=()
    names=$(verbatim --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
    for ((n = 1; n < COMP_CWORD && ! ${#subcommand}; ++n)); do
        [[ " ${names//$'\n'/ } " == *" ${COMP_WORDS[n]} "* ]] && subcommand=${COMP_WORDS[n]}
    done
    if [[ ! $subcommand ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$names --help --version --local" -- "$word")
        return
    fi
    case $before in
        --format) mapfile -t COMPREPLY < <(compgen -W "text csv json markdown" -- "$word"); return ;;
        --header) mapfile -t COMPREPLY < <(compgen -W "yes no" -- "$word"); return ;;
        --input-format) mapfile -t COMPREPLY < <(compgen -W "csv json jsonl yaml" -- "$word"); return ;;
        --mode) mapfile -t COMPREPLY < <(compgen -W "auto single_pass hierarchical" -- "$word"); return ;;
        --period) mapfile -t COMPREPLY < <(compgen -W "day week month" -- "$word"); return ;;
        --restore) mapfile -t COMPREPLY < <(compgen -W "none ids all" -- "$word"); return ;;
        --report-language) mapfile -t COMPREPLY < <(compgen -W "en fr es ar ru nl uk" -- "$word"); return ;;
        --csv-delimiter) mapfile -t COMPREPLY < <(compgen -W "tab" -- "$word"); return ;;
        --date-order) mapfile -t COMPREPLY < <(compgen -W "dmy mdy" -- "$word"); return ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(verbatim "$subcommand" --help 2>/dev/null | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -e '--[a-z-]+')" -- "$word")
    elif [[ $subcommand == keys && $before == keys ]]; then
        mapfile -t COMPREPLY < <(compgen -W "list create remove" -- "$word")
    elif [[ $subcommand == themes && $before == themes ]]; then
        mapfile -t COMPREPLY < <(compgen -W "edit merge translate" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _verbatim verbatim
