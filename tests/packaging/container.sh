#!/usr/bin/env bash
# container.sh SOURCE BUILD CPACK VERSION: builds the second stage of the Containerfile with the package of a build, and runs the image.
# Its base is made by debootstrap from the mirror of this machine, so that no registry is needed. Runs as root where buildah and
# debootstrap are installed; buildah's isolation is a chroot, which needs no namespaces.
set -euo pipefail
source=$1 build=$2 cpack=$3 version=$4

for program in buildah debootstrap; do
    command -v $program >/dev/null || { echo "container: skipped, because $program is not installed"; exit 0; }
done
[[ $(id -u) == 0 ]] || { echo "container: skipped, because debootstrap needs root"; exit 0; }

scratch=$(mktemp -d)
server=
store=(--root "$scratch/storage" --runroot "$scratch/run" --storage-driver vfs)
buildah() { command buildah "${store[@]}" "$@"; }
# descendant PID NAME: the process of this name that PID started, by way of others.
descendant() {
    local parents=$1 children child
    while [[ -n $parents ]]; do
        children=$(pgrep -P "$parents" | paste -sd,)
        for child in ${children//,/ }; do [[ $(<"/proc/$child/comm") != "$2" ]] || { echo "$child"; return; }; done
        parents=$children
    done
    return 1
}
finish() {
    [[ -z $server ]] || { kill -TERM "$(descendant "$server" verbatimd)" "$server" 2>/dev/null && wait "$server" || true; }
    buildah rm -a >/dev/null 2>&1 || true
    rm -rf "$scratch"
}
trap finish EXIT
fail() { [[ ! -s $scratch/log ]] || tail -n 40 "$scratch/log"; echo "container: $1"; exit 1; }
export BUILDAH_ISOLATION=chroot

# The base, under the name that the Containerfile has.
debootstrap --variant=minbase bookworm "$scratch/base" >"$scratch/log" 2>&1 ||
    { echo "container: skipped, because debootstrap reaches no mirror: $(tail -n 1 "$scratch/log")"; exit 0; }
rm -rf "$scratch"/base/var/cache/apt/archives/*.deb
base=$(buildah from scratch)
buildah add -q "$base" "$scratch/base" / >"$scratch/log" 2>&1 || fail "the base cannot be copied"
buildah commit -q --rm "$base" docker.io/library/debian:12-slim >"$scratch/log" 2>&1 || fail "the base cannot be stored"
rm -rf "$scratch/base"

# The first stage builds this package.
"$cpack" --config "$build/CPackConfig.cmake" -G DEB -B "$scratch/context" >"$scratch/log" 2>&1 || fail "cpack makes no package"
mkdir -p "$scratch/context/packaging"
cp -r "$source/packaging/container" "$scratch/context/packaging/"
sed -n '/^FROM debian:12-slim/,$p' "$source/packaging/container/Containerfile" >"$scratch/second"
sed 's#^COPY --from=build /packages/verbatim-server_#COPY verbatim-server_#' "$scratch/second" >"$scratch/Containerfile"
! cmp -s "$scratch/second" "$scratch/Containerfile" || fail "the Containerfile copies no package from its first stage"
buildah bud --pull-never --format docker -q -f "$scratch/Containerfile" -t verbatim "$scratch/context" >"$scratch/log" 2>&1 ||
    fail "the image is not built"

# What the image declares.
buildah inspect --type image verbatim >"$scratch/image"
declared() { jq -c ".Docker.config.$1" "$scratch/image"; }
[[ $(declared User) == '"10001:10001"' && $(declared StopSignal) == '"SIGTERM"' ]] || fail "user or stop signal is wrong"
[[ $(declared Entrypoint) == '["/usr/bin/verbatimd"]' && $(declared Healthcheck.Test) == *healthcheck* ]] ||
    fail "entry point or health check is wrong"

# It runs as its user, and its health check works. The chroot shares the network, so ports are free ones.
container=$(buildah from --pull-never verbatim)
run() { buildah run "$@"; }
[[ $(run "$container" -- /usr/bin/verbatimd --version) == "verbatimd $version" ]] || fail "the image has another version"
[[ $(run "$container" -- id -u) == 10001 ]] || fail "it does not run as user 10001"
read -r port admin < <(python3 -c '
import socket
sockets = [socket.socket() for _ in range(2)]
for each in sockets: each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in sockets))')
environment=(--env NETWORK_PORT="$port" --env NETWORK_ADMIN_PORT="$admin" --env AUTH_API_KEYS='[{"key_id":"k","name":"k","key":"a-key-of-this-test-0123456789","tenant_id":"t"}]')
command buildah "${store[@]}" run "${environment[@]}" "$container" -- /usr/bin/verbatimd --config /etc/verbatim/verbatim.toml >"$scratch/log" 2>&1 &
server=$!
until grep -q admin_listener_started "$scratch/log" || ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
kill -0 "$server" 2>/dev/null || fail "the server does not start"
[[ $(curl -sS --noproxy '*' -o "$scratch/response" -w '%{http_code}' -H 'Authorization: Bearer a-key-of-this-test-0123456789' \
    -d '{"feedback_record":{"id":"r-1","content":"The queue is long."}}' "http://127.0.0.1:$port/v1/summarize") == 200 ]] ||
    fail "POST /v1/summarize does not return 200"
run --env NETWORK_ADMIN_PORT="$admin" "$container" -- healthcheck || fail "the health check fails while the server runs"
kill -TERM "$(descendant "$server" verbatimd)"
wait "$server" || fail "the server ends with status $?"
server=
! run --env NETWORK_ADMIN_PORT="$admin" "$container" -- healthcheck 2>/dev/null || fail "the health check succeeds without a server"
echo "container: the image is built, runs as user 10001, answers, and ends with status 0"
