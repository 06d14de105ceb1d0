# Steps: one command each, its output in a log, its result in the report. Read by Scripts/first-mac.

steps=0
failed=0
child=""
current="the beginning"
: >"$work/steps.txt"
: >"$work/failures.txt"
: >"$work/answers.txt"

# Runs the command, waits for it, and can be interrupted meanwhile: run LOG COMMAND...
run() {
    run_log="$1"
    shift
    "$@" >"$run_log" 2>&1 </dev/null &
    child=$!
    wait "$child"
    run_code=$?
    child=""
    return "$run_code"
}

# step NAME COMMAND... reports whether the command succeeded, and goes on either way.
step() {
    current="$1"
    shift
    steps=$((steps + 1))
    step_log="$work/logs/$(printf '%03d' "$steps").log"
    step_began=$SECONDS
    printf '%s ... ' "$current"
    if run "$step_log" "$@"; then
        step_result=passed
    else
        step_result=FAILED
        failed=$((failed + 1))
        keep_failure "$current" "$step_log"
    fi
    step_took=$((SECONDS - step_began))
    echo "$step_result ($step_took s)"
    printf '%-7s %5s s  %s\n' "$step_result" "$step_took" "$current" >>"$work/steps.txt"
    [ "$step_result" = passed ]
}

# skipped NAME REASON
skipped() {
    echo "$1 ... skipped: $2"
    printf '%-7s %5s    %s: %s\n' "skipped" "-" "$1" "$2" >>"$work/steps.txt"
}

# fail NAME SENTENCE reports a failure that no command of ours made.
fail() {
    steps=$((steps + 1))
    failed=$((failed + 1))
    echo "$1 ... FAILED: $2"
    printf '%-7s %5s    %s: %s\n' "FAILED" "-" "$1" "$2" >>"$work/steps.txt"
}

# The lines of a failed step's log that say why, or its end.
keep_failure() {
    {
        echo "--- $1"
        if grep -E -q '(error|fatal|warning: nearly matches|✘)' "$2"; then
            grep -E '(error|fatal|warning: nearly matches|✘)' "$2" | sort -u | head -n 40
        else
            tail -n 15 "$2"
        fi
        echo
    } >>"$work/failures.txt"
}

# answer QUESTION REMEMBERED FOUND
answer() {
    if [ "$2" = "$3" ]; then
        mark="as thought"
    elif [ "$2" = "?" ]; then
        mark="answered  "
    else
        mark="DIFFERENT "
    fi
    echo "$1 ... $3"
    {
        printf '%s  %s\n' "$mark" "$1"
        printf '            found %s' "$3"
        if [ "$2" = "?" ]; then echo; else printf ', thought %s\n' "$2"; fi
    } >>"$work/answers.txt"
}

interrupted() {
    trap '' INT TERM
    if [ -n "$child" ]; then
        kill "$child" 2>/dev/null
        wait "$child" 2>/dev/null
    fi
    echo
    printf '%-7s %5s    %s\n' "STOPPED" "-" "interrupted during: $current" >>"$work/steps.txt"
    finish "$1"
}
