# The report: made of what the steps and questions left, printed and written. Read by Scripts/first-mac.

note_machine() {
    {
        echo "macOS $(sw_vers -productVersion 2>/dev/null) ($(sw_vers -buildVersion 2>/dev/null)), $(uname -s) $(uname -m)"
        echo "Xcode: $(xcodebuild -version 2>/dev/null | tr '\n' ' ')"
        echo "Swift: $(swift --version 2>/dev/null | head -n 1)"
        echo "commit: $(git rev-parse --short HEAD 2>/dev/null || echo unknown)$(local_changes)"
    } >"$work/machine.txt"
}

local_changes() {
    if [ -n "$(git status --porcelain --untracked-files=no 2>/dev/null)" ]; then echo ", with changes of your own"; fi
}

# Leaves out where the clone and the home folder lie: nobody else's business.
without_paths() {
    sed -e "s|$(quoted "$root")|.|g" -e "s|$(quoted "${HOME:-/nonexistent}")|~|g"
}

# A text as a pattern of sed that matches just it.
quoted() { printf '%s' "$1" | sed -e 's/[][\.*^$|]/\\&/g'; }

# What the exit code means, in a sentence.
verdict() {
    case "$1" in
        0) echo "everything passed: $steps steps" ;;
        1) echo "$failed of $steps steps FAILED" ;;
        3) echo "NOT BUILT: $xcode_problem" ;;
        *) echo "INTERRUPTED during: $current ($failed of $steps steps failed until then)" ;;
    esac
}

write_report() {
    echo "Report of Scripts/first-mac, $(date -u '+%Y-%m-%d %H:%M') UTC"
    echo
    cat "$work/machine.txt"
    echo
    echo "Result: $(verdict "$1")"
    echo
    echo "== Steps"
    cat "$work/steps.txt"
    echo
    echo "== Questions"
    cat "$work/answers.txt"
    if [ -s "$work/failures.txt" ]; then
        echo
        echo "== What failed"
        cat "$work/failures.txt"
    fi
    echo
    echo "== Only a phone can answer"
    cat "$root/Scripts/first_mac/on-a-phone.txt"
}

# finish CODE writes and prints the report, and ends.
finish() {
    trap '' INT TERM
    write_report "$1" | without_paths >"$work/report.new"
    echo
    cat "$work/report.new"
    if ! cp "$work/report.new" "$report"; then
        echo "first-mac: could not write the report; it is above" >&2
        exit 1
    fi
    echo
    echo "The report is in $report. Please send it back, by an issue of the project for instance."
    exit "$1"
}
