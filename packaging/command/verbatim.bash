# Completions of bash for the command verbatim. The options are those that --help prints.
_verbatim() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} subcommand=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$(verbatim --help | sed -n 's/^  \([a-z]*\)  .*/\1/p') --help --version" -- "$word")
        return
    fi
    case $before in
        --format) mapfile -t COMPREPLY < <(compgen -W "text csv json markdown" -- "$word"); return ;;
        --input-format) mapfile -t COMPREPLY < <(compgen -W "csv json jsonl yaml" -- "$word"); return ;;
        --mode) mapfile -t COMPREPLY < <(compgen -W "auto single_pass hierarchical" -- "$word"); return ;;
        --period) mapfile -t COMPREPLY < <(compgen -W "day week month" -- "$word"); return ;;
        --date-order) mapfile -t COMPREPLY < <(compgen -W "dmy mdy" -- "$word"); return ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(verbatim "$subcommand" --help 2>/dev/null | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -e '--[a-z-]+')" -- "$word")
    elif [[ $subcommand == keys ]] && ((COMP_CWORD == 2)); then
        mapfile -t COMPREPLY < <(compgen -W "list create remove" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _verbatim verbatim
