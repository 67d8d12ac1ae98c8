"""What the parts of bench/performance measure: builds of Verbatim, nginx, a load, and the time and memory that processes use."""
import contextlib
import glob
import json
import os
import re
import resource
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

from measured_server import KEY, MIB, ROOT, free_port, server

HERE = os.path.dirname(os.path.abspath(__file__))
FINDING = json.dumps(json.dumps({"sensitivity_types": ["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"],
                                 "explanation": "<PERSON_0> is asked for money before a family is registered."}))
RECORD = json.dumps({"feedback_record": {
    "id": "Form-00021", "content": "The man at the registration desk asks for money before he puts a family on the list. Please call "
    "Amina Bakari on +243 812 345 678.", "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Distribution"}}}).encode()


def is_packaged(folder):
    """Whether the build is optimised as in a package."""
    with contextlib.suppress(OSError), open(os.path.join(folder, "CMakeCache.txt")) as cache:
        return "VERBATIM_PROFILE:STRING=use\n" in cache.read()
    return False


class version:
    """A build of Verbatim: its program, and the commit of its source tree."""

    def __init__(self, name, folder):
        self.name, self.program = name, os.path.join(os.path.abspath(folder), "bin/verbatimd")
        if not os.access(self.program, os.X_OK):
            raise SystemExit(f"{self.program} does not exist; build it, or name the folder of a build")
        tree = os.path.dirname(os.path.realpath(self.program))
        log = subprocess.run(["git", "-C", tree, "log", "-1", "--format=%h of %cs"], capture_output=True, text=True)
        self.commit = (log.stdout.strip() or "unknown") + " as packaged" * is_packaged(folder)

    def plugin(self, name):
        return os.path.join(os.path.dirname(os.path.realpath(self.program)), "../lib/verbatim/plugins", name + ".so")


class peer:
    """A running nginx, without a path in its URL."""

    def __init__(self, url, pids, keys):
        self.url, self.pids, self.keys = url, pids, keys

    def requests(self):
        """Since the start, those included that clients abandoned."""
        with urllib.request.urlopen(self.url + "/nginx-status", timeout=60) as response:
            return int(response.read().split()[9])


def processor_seconds(pids):
    """Of all threads; processes that do not exist have used none."""
    nanoseconds = 0
    for pid in pids:
        for name in glob.glob(f"/proc/{pid}/task/*/schedstat"):
            with contextlib.suppress(OSError), open(name) as file:
                nanoseconds += int(file.read().split()[0])
    return nanoseconds / 1e9


def resident(pids):
    """MiB."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/statm") as file:
            pages += int(file.read().split()[1])
    return pages * resource.getpagesize() / MIB


class usage:
    """CPU seconds of processes within a `with`, and the peak of their resident memory, sampled every 10 ms. `pids` may be a function."""

    def __init__(self, pids):
        self.pids = pids if callable(pids) else lambda: pids

    def __enter__(self):
        self.before = {pid: processor_seconds([pid]) for pid in self.pids()}
        self.idle = self.peak = resident(self.pids())
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.sample)
        self.thread.start()
        return self

    def sample(self):
        while not self.ended.wait(0.01):
            self.peak = max(self.peak, resident(self.pids()))

    def __exit__(self, *failure):
        self.ended.set()
        self.thread.join()
        self.seconds = sum(processor_seconds([pid]) - self.before.get(pid, 0) for pid in self.pids())


def children(pid):
    output = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(child) for child in output.split()]


def wait_for_port(process, port, log):
    for _ in range(5_000):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10):
            return
        time.sleep(0.002)
    with open(log) as file:
        raise SystemExit(f"nginx does not start: {file.read()}")


@contextlib.contextmanager
def nginx(site, http="", keys=(KEY,)):
    """nginx with the locations `site`, and `http` before its server."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        paths = "".join(f"{name}_temp_path {folder}/{name}; " for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        log = os.path.join(folder, "error.log")
        with open(os.path.join(folder, "nginx.conf"), "w") as file:
            file.write(f"""daemon off; worker_processes {os.cpu_count()}; worker_rlimit_nofile 20000; pid {folder}/pid; error_log {log};
events {{ worker_connections 9000; }}
http {{
    access_log off; keepalive_requests 1000000000; client_max_body_size 64m; client_body_buffer_size 64m; {paths}
    {http}
    server {{ listen 127.0.0.1:{port} reuseport backlog=4096; location = /nginx-status {{ stub_status; }} {site} }}
}}
""")
        with open(log, "w") as errors:
            process = subprocess.Popen(["nginx", "-p", folder, "-c", os.path.join(folder, "nginx.conf")], stderr=errors)
        try:
            wait_for_port(process, port, log)
            yield peer(f"http://127.0.0.1:{port}", [process.pid, *children(process.pid)], keys)
        finally:
            process.terminate()
            process.wait()


def upstream(provider):
    """For `http`: the stub, with connections that stay open."""
    return f"upstream provider {{ server 127.0.0.1:{provider.port}; keepalive 4096; keepalive_requests 1000000000; }}"


PASS = 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://provider/v1/chat/completions;'


def proxy(provider):
    """nginx that passes every request on to the stub."""
    return nginx(f"location / {{ {PASS} }}", upstream(provider))


class verbatim(server):
    """A server of a version."""

    def __init__(self, version, settings, keys=()):
        super().__init__({"NETWORK_ADMIN_PORT": str(free_port())} | settings, version.program, keys)
        self.keys = [key for key, *_ in keys] or [KEY]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def pids(self):
        return [self.pid]

    def requests(self):
        """Since the start, those included that clients abandoned."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.settings['NETWORK_ADMIN_PORT']}/metrics", timeout=60) as response:
            return sum(int(count) for count in re.findall(r"^verbatim_http_requests_total\{.*\} (\d+)$", response.read().decode(), re.MULTILINE))


class load:
    """wrk for `seconds` with `connections`: requests per second, latencies in ms (`mean` included), CPU microseconds per request, peak
    memory."""

    def __init__(self, folder):
        self.folder = folder

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def __call__(self, to, path, connections, seconds, body=None, others=()):
        environment = {"PATH": os.environ["PATH"], "BENCH_KEYS_FILE": self.file("keys", "\n".join(to.keys).encode())}
        if body is not None:
            environment["BENCH_BODY_FILE"] = self.file("body", body)
        command = ["wrk", "-t", str(min(os.cpu_count(), connections)), "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s",
                   "-s", os.path.join(HERE, "load.lua"), to.url + path]
        for _ in range(3):  # with many connections wrk may end before it has a response
            before = to.requests()
            with usage(to.pids) as used, usage(others) as used_by_others:
                output = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, env=environment, timeout=120 + 2 * seconds).stdout
                time.sleep(0.1)  # abandoned requests end
            calls = to.requests() - before
            found = re.search(r"^results (\S+) (\d+) (\d+) (\S+)$", output, re.MULTILINE)
            if not found or float(found[1]) > 0:
                break
        if not found or float(found[1]) == 0:
            raise SystemExit(f"{to.url}{path}, {connections} connections: {output}")
        rate, p50, p99, mean = map(float, found.groups())
        metrics = {"rate": rate, "p50": p50 / 1000, "p99": p99 / 1000, "mean": mean / 1000, "processor": 1e6 * used.seconds / calls,
                   "memory": used.peak, "idle": used.idle}
        return metrics | ({"processor_of_others": 1e6 * used_by_others.seconds / calls} if others else {})


def post(to, path, body, expected, seconds=900):
    """One request on a new connection, a GET without a body: its response and its seconds."""
    address = re.match(r"http://([^:/]+):(\d+)", to.url)
    with socket.create_connection((address[1], int(address[2])), timeout=seconds) as client:
        head = (f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer "
                f"{to.keys[0]}\r\nContent-Type: application/json\r\nContent-Length: {len(body or b'')}\r\n\r\n")
        since = time.perf_counter()
        client.sendall(head.encode())
        client.sendall(body or b"")
        response = bytearray()
        while part := client.recv(1 << 20):
            response += part
        took = time.perf_counter() - since
    head, _, content = bytes(response).partition(b"\r\n\r\n")
    if int(head.split(b" ", 2)[1]) != expected:
        raise SystemExit(f"{to.url}{path}: {head[:200]} {content[:500]}")
    return content, took


def machine():
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read())[1]) / MIB
    return {"cores": os.cpu_count(), "model": model[1] if model else os.uname().machine, "memory_gib": round(memory),
            "kernel": re.match(r"\d+\.\d+", os.uname().release)[0]}


def nginx_version():
    return re.search(r"nginx/(\S+)", subprocess.run(["nginx", "-v"], capture_output=True, text=True).stderr)[1]


def middle(values):
    return statistics.median(values)
