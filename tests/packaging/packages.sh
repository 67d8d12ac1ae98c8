#!/usr/bin/env bash
# packages.sh SOURCE BUILD CPACK VERSION: makes the Debian packages from a build, installs the server's below a root of its own, and
# has it serve from there. As root, where systemd is, dpkg does it with its scripts; otherwise the files alone are unpacked.
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
[[ -f $package && -f $sdk ]] || fail "made: $(ls "$scratch/packages")"

# What the packages say of themselves.
depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libboost-json1.81.0 libssl3 libprometheus-cpp-core1.0 systemd; do
    [[ $depends == *"$library"* ]] || fail "verbatim-server does not depend on $library: $depends"
done
[[ $(dpkg-deb -f "$package" Description) == "HTTP server"* ]] || fail "verbatim-server says nothing of itself"
[[ $(dpkg-deb -f "$sdk" Depends) == *"verbatim-server (= $version)"* ]] || fail "verbatim-sdk takes another server"
[[ $(dpkg-deb --ctrl-tarfile "$package" | tar -xO ./conffiles) == /etc/verbatim/verbatim.toml ]] || fail "its configuration is no conffile"
files() { dpkg-deb -c "$1" | awk '$1 !~ /^d/ {print $6}' | sort; }
both=$(comm -12 <(files "$package") <(files "$sdk"))
[[ -z $both ]] || fail "in both packages: $both"
for one in ./usr/include/verbatim/sdk/plugin.hpp ./usr/lib/cmake/Verbatim/VerbatimConfig.cmake ./usr/lib/libverbatim-sdk.so; do
    files "$sdk" | grep -qx -- "$one" || fail "$one is not in verbatim-sdk"
done

# A root with nothing in it but the users that every machine has.
root=$scratch/root
mkdir -p "$root/etc" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
below_root() { dpkg --root="$root" --log=/dev/null --force-script-chrootless --force-depends "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }
[[ $(id -u) == 0 ]] && command -v systemd-sysusers >/dev/null && as_dpkg=yes || as_dpkg=
if [[ $as_dpkg ]]; then below_root --install "$package"; else dpkg-deb -x "$package" "$root"; fi

configuration=$root/etc/verbatim/verbatim.toml
cmp -s "$configuration" "$source/etc/verbatim.toml" || fail "another configuration was installed"
if [[ $as_dpkg ]]; then
    grep -q '^verbatim:' "$root/etc/passwd" || fail "there is no user verbatim"
    group=$(sed -n 's/^verbatim:[^:]*:\([0-9]*\):.*/\1/p' "$root/etc/group")
    [[ $(stat -c '%a %u %g' "$configuration") == "640 0 $group" ]] || fail "the configuration is $(stat -c '%a %u %g' "$configuration")"
fi
readelf -d "$root/usr/bin/verbatimd" "$root"/usr/lib/verbatim/plugins/*.so | grep -q "$build" && fail "a program looks for libraries where it was built"

# The unit is sound, for the systemd that is here, and keeps the service away from nearly everything.
unit=$(find "$root" -name verbatim.service)
[[ $unit == "$root"/usr/lib/systemd/system/* ]] || fail "the unit is at $unit"
if command -v systemd-analyze >/dev/null; then
    sed "s#/usr/bin/verbatimd#$root/usr/bin/verbatimd#" "$unit" >"$scratch/verbatim.service"
    complaints=$(systemd-analyze verify --man=no "$scratch/verbatim.service" 2>&1 | grep -F "verbatim" || true)
    [[ -z $complaints ]] || fail "the unit is not sound: $complaints"
    systemd-analyze security --offline=true --threshold=20 "$unit" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the unit allows too much"; }
fi

# It runs from there, with what it was installed with.
run=(env -i PATH=/usr/bin:/bin LOG_FORMAT=text STATE_DIR="$scratch/state" NETWORK_PORT=0 AUTH_API_KEYS_FILE="$scratch/keys")
key=a-key-of-this-test-0123456789
printf '[{"key_id":"k","name":"k","key":"%s","tenant_id":"t"}]\n' "$key" >"$scratch/keys"
verbatimd=("$root/usr/bin/verbatimd" --config "$configuration")
[[ $("${run[@]}" "${verbatimd[@]}" --version) == "verbatimd $version" ]] || fail "it says another version"
"${run[@]}" "${verbatimd[@]}" --check >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the configuration is refused"; }
listed=$("${run[@]}" "${verbatimd[@]}" --list-plugins)
for plugin in "$build"/lib/verbatim/plugins/*.so; do
    [[ $listed == *"$root/usr/lib/verbatim/plugins/${plugin##*/}"* ]] || fail "${plugin##*/} is not found: $listed"
done

# The operators' port cannot be left to the system: 0 means none.
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
status() { curl -sS --noproxy '*' -o "$scratch/answer" -w '%{http_code}' "$@"; }
[[ $(status "$address/v1/health") == 200 ]] || fail "health is not 200"
[[ $(status "$address/docs") == 200 ]] || fail "the page is not there"
[[ $(status -H "Authorization: Bearer $key" -d '{"prompt":"What?","feedback_records":[{"id":"r-1","content":"The queue is long."}]}' \
    "$address/v1/analyze-bulk") == 200 ]] || fail "an analysis is answered with $(cat "$scratch/answer")"
grep -q '"request_id"' "$scratch/answer" || fail "the analysis is none: $(cat "$scratch/answer")"
[[ $(status "http://127.0.0.1:$admin/metrics") == 200 ]] || fail "there are no figures"
NETWORK_ADMIN_PORT=$admin "$source/packaging/container/healthcheck" || fail "the container would be found unwell"
kill -TERM "$server" && wait "$server" || fail "it did not end well"
server=
if NETWORK_ADMIN_PORT=$admin "$source/packaging/container/healthcheck" 2>/dev/null; then fail "nobody is found well"; fi

if [[ $as_dpkg ]]; then
    echo '# changed by an operator' >>"$configuration"
    below_root --install "$package" # an upgrade
    grep -q 'changed by an operator' "$configuration" || fail "an upgrade took the operator's configuration"
    mkdir -p "$root/var/lib/verbatim" && touch "$root/var/lib/verbatim/verbatim.db"
    below_root --remove verbatim-server
    [[ -f $configuration && ! -e $root/usr/bin/verbatimd ]] || fail "a removal is not one"
    [[ -f $root/var/lib/verbatim/verbatim.db ]] || fail "a removal takes the usage rows"
    below_root --purge verbatim-server
    [[ ! -e $configuration ]] || fail "a purge leaves the configuration"
    [[ ! -e $root/var/lib/verbatim ]] || fail "a purge leaves the usage rows"
fi
echo "packaging: two packages were made, one installed, run and removed"
