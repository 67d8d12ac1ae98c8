"""Shared by the benchmarks: a server with its memory, the provider stub, PostgreSQL, and the latency of health checks meanwhile."""
import collections
import contextlib
import http.server
import json
import multiprocessing
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
KEY = "bench-key-that-nobody-else-has"
MIB = 1 << 20

# An output of the provider stub: an analysis, and a judgement of one.
ANALYSIS_OUTPUT = json.dumps("QUALITY_SCORE: 0.8\nUNCERTAINTY_EXPLANATION: The records support it.")


def build(*targets):
    for command in (["cmake", "--preset", "release"], ["cmake", "--build", "--preset", "release", "--target", *targets]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


def memory(pid, field):
    """VmRSS or VmHWM in MiB."""
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(field + r":\s+(\d+)", status.read())[1]) / 1024


def cpu(pid):
    """Seconds of CPU time since the start of a process."""
    with open(f"/proc/{pid}/stat") as stat:
        user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def postgresql(*settings):
    """A durable PostgreSQL server with settings NAME=VALUE; yields the value of DB_URL."""
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    path = os.path.join(folder, "server")
    process = subprocess.Popen([os.path.join(ROOT, "tests/support/throwaway_postgres"), path, *settings])
    try:
        while subprocess.run(["psql", "-h", path, "-U", "postgres", "-c", "select 1"], capture_output=True).returncode:
            if process.poll() is not None:
                raise SystemExit("PostgreSQL does not start")
            time.sleep(0.1)
        yield f"postgresql:///postgres?host={path}&user=postgres"
    finally:
        process.send_signal(3)
        process.wait()
        shutil.rmtree(folder)


class server:
    """A server on a free port, whose state and log are removed at its end. `keys` adds keys: key, tenant, and
    True for a superuser."""

    def __init__(self, settings, program="build/release/bin/verbatimd", keys=()):
        self.folder = tempfile.mkdtemp()
        self.log = os.path.join(self.folder, "log")
        defaults = {"PATH": os.environ["PATH"], "STATE_DIR": self.folder, "NETWORK_PORT": "0", "LOG_FORMAT": "json",
                    "AUTH_API_KEYS": json.dumps([
                        {"key_id": f"b{n}", "name": "b", "key": key, "tenant_id": tenant, "is_superuser": bool(superuser)}
                        for n, (key, tenant, *superuser) in enumerate([(KEY, "bench"), *keys])])}
        self.program, self.settings = os.path.join(ROOT, program), defaults | settings

    def __enter__(self):
        self.start()
        return self

    def start(self):
        """Also after kill(), with the same state and a new log."""
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([self.program], env=self.settings, stdout=log, stderr=log)
        self.pid = self.process.pid
        try:
            self.port = self.wait_for_port()
        except BaseException:
            self.__exit__()
            raise
        self.idle = memory(self.pid, "VmRSS")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __exit__(self, *failure):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def wait_for_port(self):
        end = time.monotonic() + 120
        while self.process.poll() is None and time.monotonic() < end:
            with open(self.log) as log:
                if match := re.search(r"listening on https?://[^\"]*:(\d+)", log.read()):
                    return int(match[1])
            time.sleep(0.002)
        with open(self.log) as log:
            raise SystemExit(log.read())

    def peak(self):
        """MiB above the idle memory; infinite if the server has ended."""
        return memory(self.pid, "VmHWM") - self.idle if self.process.poll() is None else float("inf")

    def cpu(self):
        return cpu(self.pid)

    def events(self):
        with open(self.log, "rb") as log:
            return [json.loads(line) for line in log if line.startswith(b"{")]


class listener(http.server.ThreadingHTTPServer):
    """A stub on a free port. Its queue has room for all connections that a server opens at a time."""
    request_queue_size = 512
    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)

    def handle_error(self, *_):
        """Of connections that a server closes, for example because it is killed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*_)


class provider_stub:
    """bench/gateway/provider.cpp with these arguments."""

    def __init__(self, *arguments, program="build/release/bin/bench_gateway_provider"):
        self.command = [os.path.join(ROOT, program), *arguments]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *failure):
        self.process.stdin.close()
        self.process.wait()

    def settings(self):
        return {"LLM_MODEL": "openai/gpt-5.4", "LLM_API_KEY": "unused", "LLM_ASK_SERVER": "false", "LLM_API_BASE": f"http://127.0.0.1:{self.port}/v1"}


class slowdown_probe:
    """Measures how much other processes slow work down: a process that works for 20 ms of CPU time, and then rests for 80 ms."""

    def __init__(self):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=self.run, args=(end,), daemon=True)
        self.process.start()

    @staticmethod
    def run(pipe, work=0.02, rest=0.08):
        kept = collections.deque(maxlen=10_000)
        while True:
            since, cpu = time.monotonic(), time.process_time()
            while time.process_time() - cpu < work:
                pass
            kept.append((since, time.monotonic(), (time.monotonic() - since) / work))
            if pipe.poll(rest):
                from_time = pipe.recv()
                pipe.send(max((factor for _, end, factor in kept if end >= from_time), default=1))

    def since(self, from_time):
        """The greatest factor by which a piece of work took longer than alone, from this monotonic time on."""
        self.pipe.send(from_time)
        return max(1, self.pipe.recv())


class health_probe:
    """Requests GET /v1/health in turn on several connections, which the server's I/O threads share, until stopped.

    It is a process, so that no work of the benchmark delays it."""

    def __init__(self, port, interval=0.01, connections=1):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=self.run, args=(end, port, interval, connections), daemon=True)
        self.process.start()
        self.pipe.recv()

    @staticmethod
    def run(pipe, port, interval, count):
        connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
        for connection in connections:
            connection.settimeout(30)
        latencies = []
        pipe.send("connected")
        while not pipe.poll(interval):
            connection = connections[len(latencies) % count]
            since = time.perf_counter()
            connection.sendall(b"GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
            if b" 200 " not in connection.recv(65536):
                raise SystemExit("a health check failed")
            latencies.append(1000 * (time.perf_counter() - since))
        pipe.send(latencies)

    def stop(self):
        """Latencies in ms; none if a check failed."""
        try:
            self.pipe.send("stop")
            return self.pipe.recv()
        except (EOFError, OSError):
            return []
        finally:
            self.process.join()
