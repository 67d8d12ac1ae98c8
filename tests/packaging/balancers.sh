#!/usr/bin/env bash
# balancers.sh SOURCE: checks the configurations in packaging/balancers with the programs that are installed, and that every time
# limit of a stop covers PRE_STOP_SECONDS, DRAIN_SECONDS and the ten seconds after them.
set -euo pipefail
cd "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "balancers: $1"; exit 1; }

default() { sed -n "s/^#$1 = \([0-9]*\).*/\1/p" etc/verbatim.toml; }
pre_stop=$(default PRE_STOP_SECONDS) drain=$(default DRAIN_SECONDS)
[[ -n $pre_stop && -n $drain ]] || fail "etc/verbatim.toml has no default of PRE_STOP_SECONDS or DRAIN_SECONDS"
# covers FILE PATTERN PRE_STOP: the number that PATTERN captures in FILE is long enough.
covers() {
    local limit
    limit=$(sed -nE "s/.*$2.*/\1/p" "$1" | head -n 1)
    [[ -n $limit ]] || fail "$1 has no $2"
    ((limit >= $3 + drain + 10)) || fail "$1: $limit s are less than $3 + $drain + 10 s"
}
kubernetes=packaging/balancers/kubernetes.yaml
kubernetes_pre_stop=$(sed -nE 's/.*PRE_STOP_SECONDS, value: "([0-9]+)".*/\1/p' $kubernetes)
covers packaging/systemd/verbatim.service '^TimeoutStopSec=([0-9]+)s' "$pre_stop"
covers docs/operations.md 'docker stop -t ([0-9]+)' "$pre_stop"
covers $kubernetes 'terminationGracePeriodSeconds: ([0-9]+)' "$kubernetes_pre_stop"

checked=()
if command -v nginx >/dev/null; then
    # A test of the configuration binds its addresses.
    sed -e "s#listen 80;#listen unix:$scratch/socket;#" -e "s#server 10.0.0.\([12]\):8000#server unix:$scratch/server\1#" \
        packaging/balancers/nginx.conf >"$scratch/verbatim.conf"
    {
        echo "pid $scratch/pid; error_log $scratch/error.log; worker_processes 1; events {}"
        echo "http { access_log off; include $scratch/verbatim.conf;"
        for name in client_body proxy fastcgi uwsgi scgi; do echo "${name}_temp_path $scratch/$name;"; done
        echo '}'
    } >"$scratch/nginx.conf"
    nginx -t -p "$scratch" -c "$scratch/nginx.conf" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "nginx rejects nginx.conf"; }
    # Its workers cannot create temporary files, so a body that it does not pass on in memory fails.
    tests/packaging/pass_requests.py "$scratch" || fail "nginx.conf does not pass requests on"
    checked+=(nginx)
fi
if command -v haproxy >/dev/null; then
    haproxy -c -f packaging/balancers/haproxy.cfg >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "haproxy rejects haproxy.cfg"; }
    grep -qi warning "$scratch/log" && { cat "$scratch/log"; fail "haproxy warns of haproxy.cfg"; }
    checked+=(haproxy)
fi
if command -v kubectl >/dev/null; then
    # The overlay of the guide.
    mkdir "$scratch/packaging" "$scratch/overlay"
    cp -r packaging/balancers "$scratch/packaging/"
    sed -n '/^  ```yaml$/,/^  ```$/s/^  \([^`]\)/\1/p' docs/operations.md >"$scratch/overlay/kustomization.yaml"
    kubectl kustomize "$scratch/overlay" >"$scratch/rendered" 2>"$scratch/log" || { cat "$scratch/log"; fail "kubectl rejects the overlay"; }
    grep -q '^ *image: registry.example.org/verbatim:1.0.0$' "$scratch/rendered" || fail "the overlay does not change the image"
    kinds() { sed -n 's/^kind: //p' "$1" | sort; }
    [[ $(kinds "$scratch/rendered") == "$(kinds $kubernetes)" ]] || fail "the overlay loses a part of kubernetes.yaml"
    checked+=(kubectl)
fi
echo "balancers: time limits agree; checked by: ${checked[*]:-no program}"
