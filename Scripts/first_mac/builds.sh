# What is built and tested. Read by Scripts/first-mac.

package_scheme=geofencing-Package
derived="$work/derived"
xcode_problem=""

# True if Xcode is there and new enough; otherwise says what is missing.
have_xcode() {
    current="looking for Xcode"
    if ! command -v xcodebuild >/dev/null 2>&1 || ! xcode_text="$(xcodebuild -version 2>/dev/null)"; then
        xcode_problem="there is no Xcode, or xcode-select points elsewhere. Install Xcode $needed_xcode or newer, then"
        xcode_problem="$xcode_problem run: sudo xcode-select -s /Applications/Xcode.app"
    else
        xcode_major="$(printf '%s\n' "$xcode_text" | sed -nE 's/^Xcode ([0-9]+).*/\1/p' | head -n 1)"
        if [ -z "$xcode_major" ]; then
            xcode_problem="xcodebuild does not say which Xcode it is of"
        elif [ "$xcode_major" -lt "$needed_xcode" ]; then
            xcode_problem="Xcode $xcode_major is too old: the package needs Xcode $needed_xcode or newer"
        fi
    fi
    if [ -z "$xcode_problem" ]; then return 0; fi
    fail "Xcode" "$xcode_problem"
    return 1
}

products() { sed -nE 's/^.*\.(library|executable)\(name: "([^"]+)".*$/\2/p' Package.swift; }
executables() { sed -nE 's/^.*\.executable\(name: "([^"]+)".*$/\1/p' Package.swift; }
is_executable() { executables | grep -q -x -F -e "$1"; }

resolve() {
    step "resolve the package" swift package resolve
    current="listing the schemes"
    run "$work/schemes.txt" xcodebuild -list
    if grep -q -E "^ *$package_scheme\$" "$work/schemes.txt"; then
        answer "xcodebuild -list has the scheme $package_scheme" yes yes
    else
        answer "xcodebuild -list has the scheme $package_scheme" yes no
    fi
}

# xcode_build SCHEME DESTINATION, in a process of its own that becomes xcodebuild, so that an interruption ends that.
xcode_build() {
    exec xcodebuild -scheme "$1" -destination "$2" -derivedDataPath "$derived" CODE_SIGNING_ALLOWED=NO build
}

build_all() {
    step "build everything for macOS, with the tests (swift build)" swift build --build-tests
    for system in 'iOS' 'iOS Simulator' 'macOS'; do
        for product in $(products); do
            build_product "$product" "$system"
        done
    done
    ask_build "$package_scheme" iOS "the scheme $package_scheme, with executables and tests, builds for iOS"
    for system in 'iOS' 'iOS Simulator'; do
        step "build the example app for $system" build_app "$system"
    done
}

# An executable of ours is no part of an app: whether it builds for iOS is a question, not a condition.
build_product() {
    case "$2" in
        iOS*)
            if is_executable "$1"; then
                ask_build "$1" "$2" "the scheme $1 builds an executable for $2"
                return
            fi ;;
    esac
    step "build $1 for $2" xcode_build "$1" "generic/platform=$2"
}

# ask_build SCHEME SYSTEM QUESTION
ask_build() {
    current="build $1 for $2"
    if run "$work/logs/$1-$(printf '%s' "$2" | tr -d ' ').log" xcode_build "$1" "generic/platform=$2"; then
        answer "$3" "?" yes
    else
        answer "$3" "?" no
    fi
}

build_app() {
    cd "$root/Examples/PhoneApp.swiftpm" && xcode_build PhoneApp "generic/platform=$1"
}

test_all() {
    step "tests on this Mac (swift test)" swift test
    step "tests in Python" python3 -m unittest discover -s Tests/Support/Python -p 'test_*.py'
    current="looking for a simulated iPhone"
    phone="$(xcrun simctl list devices available 2>/dev/null | grep -E '^ *iPhone' |
        sed -nE 's/^.*\(([0-9A-Fa-f-]{36})\).*$/\1/p' | head -n 1)"
    if [ -z "$phone" ]; then
        skipped "tests on a simulated iPhone" "Xcode has no simulated iPhone (Settings, Components)"
        return
    fi
    step "tests on a simulated iPhone" xcodebuild -scheme "$package_scheme" -destination "id=$phone" \
        -derivedDataPath "$derived" test
}
