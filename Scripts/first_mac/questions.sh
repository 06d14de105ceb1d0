# The open questions, as checks. Read by Scripts/first-mac.
#
# A file of questions/ is one question for the compiler; its first lines say which:
#   // question: what is asked
#   // thought: yes | no | ?
#   // sdk: iphoneos | iphonesimulator | macosx
#   // target: what -target gets
# The answer is yes if it type-checks in Swift 6 mode, with warnings as errors.

ask_all() {
    for file in Scripts/first_mac/questions/*.swift; do ask_compiler "$file"; done
    ask_this_mac
    ask_in_sandbox
    ask_test_runner
}

ask_what_needs_no_xcode() {
    if command -v sysctl >/dev/null 2>&1 && sysctl -n kern.bootsessionuuid >/dev/null 2>&1; then
        answer "kern.bootsessionuuid is readable outside a sandbox" yes yes
    else
        answer "kern.bootsessionuuid is readable outside a sandbox" yes no
    fi
}

# field NAME FILE: the value of one of the lines above
field() { sed -nE "s|^// $1: (.*)\$|\\1|p" "$2" | head -n 1; }

ask_compiler() {
    current="asking the compiler: $(field question "$1")"
    question_log="$work/logs/question-$(basename "$1" .swift).log"
    question_sdk="$(field sdk "$1")"
    testing="$(xcrun --sdk "$question_sdk" --show-sdk-platform-path 2>/dev/null)/Developer"
    plugins="$(dirname "$(dirname "$(xcrun --find swiftc 2>/dev/null)")")/lib/swift/host/plugins/testing"
    if run "$question_log" xcrun --sdk "$question_sdk" swiftc -typecheck -parse-as-library -swift-version 6 \
        -warnings-as-errors -target "$(field target "$1")" -plugin-path "$plugins" \
        -F "$testing/Library/Frameworks" -I "$testing/usr/lib" "$1"; then
        answer "$(field question "$1")" "$(field thought "$1")" yes
        return
    fi
    answer "$(field question "$1")" "$(field thought "$1")" no
    grep -E 'error:' "$question_log" | head -n 1 | sed -e 's/^.*error:/            error:/' >>"$work/answers.txt"
}

# Values that a process of this Mac sees: probe.swift prints `question = thought = found`, a line each.
ask_this_mac() {
    current="asking this Mac"
    if ! run "$work/logs/probe.log" xcrun --sdk macosx swiftc -swift-version 6 -o "$work/probe" \
        Scripts/first_mac/probe/main.swift; then
        fail "compile the questions to this Mac" "see the log probe.log"
        keep_failure "compile the questions to this Mac" "$work/logs/probe.log"
        return
    fi
    take_answers "ask this Mac" "$work/logs/probe-run.log" "$work/probe"
}

# The same program signed with the sandbox that an app of the Mac's store has.
ask_in_sandbox() {
    current="asking in the sandbox"
    sandboxed="$work/sandboxed-probe"
    if run "$work/logs/sandbox.log" xcrun --sdk macosx swiftc -swift-version 6 -o "$sandboxed" \
        -Xlinker -sectcreate -Xlinker __TEXT -Xlinker __info_plist -Xlinker Scripts/first_mac/probe/Info.plist \
        Scripts/first_mac/probe/main.swift &&
        run "$work/logs/sandbox.log" codesign --force --sign - \
            --entitlements Scripts/first_mac/probe/sandbox.entitlements "$sandboxed"; then
        take_answers "ask in the sandbox" "$work/logs/sandbox-run.log" "$sandboxed" sandboxed
    else
        fail "sign the questions for the sandbox" "see the log sandbox.log"
        keep_failure "sign the questions for the sandbox" "$work/logs/sandbox.log"
    fi
}

# What a test's process is, without an app around it: a package of one test, made here.
ask_test_runner() {
    current="asking a test runner"
    runner="$work/runner"
    rm -rf "$runner"
    mkdir -p "$runner/Tests/RunnerTests"
    cp Scripts/first_mac/runner/Package.txt "$runner/Package.swift"
    cp Scripts/first_mac/runner/RunnerTests.txt "$runner/Tests/RunnerTests/RunnerTests.swift"
    take_answers "ask a test runner" "$work/logs/runner.log" swift test --package-path "$runner"
}

# take_answers NAME LOG COMMAND...: answers are the lines `answer: question = thought = found` of its output
take_answers() {
    answers_name="$1"
    answers_log="$2"
    shift 2
    if ! run "$answers_log" "$@"; then
        fail "$answers_name" "the program failed"
        keep_failure "$answers_name" "$answers_log"
    fi
    sed -nE 's/^.*answer: (.*) = (.*) = (.*)$/\1|\2|\3/p' "$answers_log" >"$work/found.txt"
    if [ ! -s "$work/found.txt" ]; then fail "$answers_name" "it answered nothing"; fi
    while IFS='|' read -r question thought found; do
        answer "$question" "$thought" "$found"
    done <"$work/found.txt"
}
