#!/usr/bin/env bash
# packages.sh SOURCE BUILD CPACK VERSION: creates the Debian packages of a build, installs verbatim-server below a temporary root,
# and runs the server from there. As root with systemd, dpkg installs it with its scripts; otherwise the files are only unpacked.
set -euo pipefail
source=$1 build=$2 cpack=$3 version=$4

scratch=$(mktemp -d)
server=
finish() {
    [[ -z $server ]] || { kill -TERM "$server" 2>/dev/null && wait "$server" || true; }
    rm -rf "$scratch"
}
trap finish EXIT
fail() { echo "packaging: $1"; exit 1; }

"$cpack" --config "$build/CPackConfig.cmake" -G DEB -B "$scratch/packages" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
architecture=$(dpkg --print-architecture)
package=$scratch/packages/verbatim-server_${version}_$architecture.deb
sdk=$scratch/packages/verbatim-sdk_${version}_$architecture.deb
[[ -f $package && -f $sdk ]] || fail "expected verbatim-server and verbatim-sdk, but there are: $(ls "$scratch/packages")"

# Metadata of the packages.
depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libboost-json1.81.0 libssl3 libprometheus-cpp-core1.0 libmimalloc2.0 systemd; do
    [[ $depends == *"$library"* ]] || fail "verbatim-server does not depend on $library: $depends"
done
[[ $(dpkg-deb -f "$package" Description) == "HTTP server"* ]] || fail "verbatim-server has no description"
[[ $(dpkg-deb -f "$sdk" Depends) == *"verbatim-server (= $version)"* ]] || fail "verbatim-sdk does not depend on the same version of verbatim-server"
[[ $(dpkg-deb --ctrl-tarfile "$package" | tar -xO ./conffiles) == /etc/verbatim/verbatim.toml ]] || fail "verbatim.toml is not a conffile"
files() { dpkg-deb -c "$1" | awk '$1 !~ /^d/ {print $6}' | sort; }
both=$(comm -12 <(files "$package") <(files "$sdk"))
[[ -z $both ]] || fail "both packages contain: $both"
sdk_files=$(files "$sdk") # not in a pipe: grep -q ends early, which would fail the other end
for file in ./usr/include/verbatim/sdk/plugin.hpp ./usr/bin/verbatim-conformance ./usr/lib/cmake/Verbatim/VerbatimConfig.cmake ./usr/lib/libverbatim-sdk.so; do
    grep -qx -- "$file" <<<"$sdk_files" || fail "$file is not in verbatim-sdk"
done
server_files=$(files "$package")
for file in ./usr/share/verbatim/word_vectors ./usr/share/doc/verbatim-server/NOTICE; do
    grep -qx -- "$file" <<<"$server_files" || fail "$file is not in verbatim-server"
done

# A root that contains only the user root.
root=$scratch/root
mkdir -p "$root/etc" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
below_root() { dpkg --root="$root" --log=/dev/null --force-script-chrootless --force-depends "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }
[[ $(id -u) == 0 ]] && command -v systemd-sysusers >/dev/null && use_dpkg=yes || use_dpkg=
if [[ $use_dpkg ]]; then below_root --install "$package"; else dpkg-deb -x "$package" "$root"; fi

configuration=$root/etc/verbatim/verbatim.toml
cmp -s "$configuration" "$source/etc/verbatim.toml" || fail "the installed configuration differs from etc/verbatim.toml"
if [[ $use_dpkg ]]; then
    grep -q '^verbatim:' "$root/etc/passwd" || fail "the user verbatim was not created"
    group=$(sed -n 's/^verbatim:[^:]*:\([0-9]*\):.*/\1/p' "$root/etc/group")
    [[ $(stat -c '%a %u %g' "$configuration") == "640 0 $group" ]] || fail "wrong mode, user or group of the configuration: $(stat -c '%a %u %g' "$configuration")"
fi
[[ -d $root/etc/verbatim/conf.d ]] || fail "the folder conf.d is missing"
if [[ $use_dpkg ]]; then
    [[ $(stat -c '%a %u %g' "$root/etc/verbatim/conf.d") == "750 0 $group" ]] || fail "wrong mode, user or group of conf.d"
fi
readelf -d "$root/usr/bin/verbatimd" "$root"/usr/lib/verbatim/plugins/*.so | grep "$build" >/dev/null && fail "a program searches for libraries in the build folder"

# systemd accepts the unit and rates its sandbox as strict.
unit=$(find "$root" -name verbatim.service)
[[ $unit == "$root"/usr/lib/systemd/system/* ]] || fail "the unit is at $unit"
if command -v systemd-analyze >/dev/null; then
    sed "s#/usr/bin/verbatimd#$root/usr/bin/verbatimd#" "$unit" >"$scratch/verbatim.service"
    problems=$(systemd-analyze verify --man=no "$scratch/verbatim.service" 2>&1 | grep -F "verbatim" || true)
    [[ -z $problems ]] || fail "systemd rejects the unit: $problems"
    systemd-analyze security --offline=true --threshold=20 "$unit" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the sandbox of the unit is too weak"; }
fi

# The installed server runs with the installed configuration and plugins.
run=(env -i PATH=/usr/bin:/bin LOG_FORMAT=text STATE_DIR="$scratch/state" NETWORK_PORT=0 AUTH_API_KEYS_FILE="$scratch/keys")
key=a-key-of-this-test-0123456789
printf '[{"key_id":"k","name":"k","key":"%s","tenant_id":"t"}]\n' "$key" >"$scratch/keys"
verbatimd=("$root/usr/bin/verbatimd" --config "$configuration")
[[ $("${run[@]}" "${verbatimd[@]}" --version) == "verbatimd $version" ]] || fail "the server reports another version"
"${run[@]}" "${verbatimd[@]}" --check >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the configuration is refused"; }
echo 'LLM_TIMEOUT_SECONDS = 77' >"$root/etc/verbatim/conf.d/10-local.toml"
printed=$("${run[@]}" "${verbatimd[@]}" --print-config)
grep -qx 'LLM_TIMEOUT_SECONDS = 77.0' <<<"$printed" || fail "the server does not read conf.d"
listed=$("${run[@]}" "${verbatimd[@]}" --list-plugins)
for plugin in "$build"/lib/verbatim/plugins/*.so; do
    [[ $listed == *"$root/usr/lib/verbatim/plugins/${plugin##*/}"* ]] || fail "${plugin##*/} is not listed: $listed"
done

# The installed command answers with the installed server, as a user without any setting.
for file in share/man/man1/verbatim.1 share/bash-completion/completions/verbatim; do [[ -f $root/usr/$file ]] || fail "$file is missing"; done
printf 'id,text\n1,No insulin at the clinic.\n' >"$scratch/feedback.csv"
env -i "$root/usr/bin/verbatim" analyze "$scratch/feedback.csv" --local >"$scratch/response" 2>"$scratch/log" || { cat "$scratch/log"; fail "verbatim --local fails"; }
grep -q 'Read: 1 record' "$scratch/response" || fail "verbatim --local answers: $(cat "$scratch/response")"

# The admin port cannot be chosen by the system, because 0 disables the listener.
for ((tries = 0; tries < 10; ++tries)); do
    admin=$((20000 + RANDOM % 10000))
    "${run[@]}" NETWORK_ADMIN_PORT=$admin "${verbatimd[@]}" >"$scratch/server.log" 2>&1 &
    server=$!
    until grep -q admin_listener_started "$scratch/server.log" || ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
    kill -0 "$server" 2>/dev/null && break
    wait "$server" || server=
    grep -q NETWORK_ADMIN_PORT "$scratch/server.log" || { cat "$scratch/server.log"; exit 1; }
done
address=$(sed -n 's/.*listening on \(http:[^" ]*\).*/\1/p' "$scratch/server.log")
status() { curl -sS --noproxy '*' -o "$scratch/response" -w '%{http_code}' "$@"; }
[[ $(status "$address/v1/health") == 200 ]] || fail "/v1/health does not return 200"
[[ $(status "$address/docs") == 200 ]] || fail "/docs does not return 200"
[[ $(status -H "Authorization: Bearer $key" -d '{"prompt":"What?","feedback_records":[{"id":"r-1","content":"The queue is long."}]}' \
    "$address/v1/analyze-bulk") == 200 ]] || fail "/v1/analyze-bulk does not return 200: $(cat "$scratch/response")"
grep -q '"request_id"' "$scratch/response" || fail "not a response of /v1/analyze-bulk: $(cat "$scratch/response")"
[[ $(status "http://127.0.0.1:$admin/metrics") == 200 ]] || fail "/metrics does not return 200"
NETWORK_ADMIN_PORT=$admin "$source/packaging/container/healthcheck" || fail "the health check fails while the server runs"
kill -TERM "$server" && wait "$server" || fail "the server did not exit with 0"
server=
if NETWORK_ADMIN_PORT=$admin "$source/packaging/container/healthcheck" 2>/dev/null; then fail "the health check succeeds without a server"; fi

if [[ $use_dpkg ]]; then
    # A new version of verbatim.toml is installed without a question, because the settings are in conf.d.
    dpkg-deb -R "$package" "$scratch/newer"
    echo '# of a later version' >>"$scratch/newer/etc/verbatim/verbatim.toml"
    dpkg-deb --root-owner-group -b "$scratch/newer" "$scratch/newer.deb" >"$scratch/log"
    below_root --install "$scratch/newer.deb" </dev/null
    grep -q 'of a later version' "$configuration" || fail "an upgrade does not replace an unchanged configuration"
    grep -q 77 "$root/etc/verbatim/conf.d/10-local.toml" || fail "an upgrade changes conf.d"
    below_root --install "$package" </dev/null

    echo '# changed by an operator' >>"$configuration"
    below_root --install "$package" # an upgrade
    grep -q 'changed by an operator' "$configuration" || fail "an upgrade overwrites a changed configuration"
    mkdir -p "$root/var/lib/verbatim" && touch "$root/var/lib/verbatim/verbatim.db"
    below_root --remove verbatim-server
    [[ -f $configuration && ! -e $root/usr/bin/verbatimd ]] || fail "removing the package deletes the configuration or leaves the server"
    [[ -f $root/var/lib/verbatim/verbatim.db ]] || fail "removing the package deletes the database"
    below_root --purge verbatim-server
    [[ ! -e $configuration ]] || fail "purging the package leaves the configuration"
    [[ -f $root/etc/verbatim/conf.d/10-local.toml ]] || fail "purging the package deletes files of the operator"
    [[ ! -e $root/var/lib/verbatim ]] || fail "purging the package leaves the database"
fi
echo "packaging: created both packages; installed, ran and removed verbatim-server"
