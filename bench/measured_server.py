"""Shared by the benchmarks: a server with its memory, the provider stub, PostgreSQL, and the latency of health checks meanwhile."""
import asyncio
import collections
import contextlib
import http.server
import json
import multiprocessing
import os
import re
import shutil
import signal
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


class database_server:
    """A durable PostgreSQL server with settings NAME=VALUE, which can be stopped and started with the same data."""

    def __init__(self, *settings):
        self.folder, self.settings = tempfile.mkdtemp(), settings
        os.chmod(self.folder, 0o755)
        self.path = os.path.join(self.folder, "server")
        self.url = f"postgresql:///postgres?host={self.path}&user=postgres"

    def __enter__(self):
        self.start()
        return self

    def start(self):
        self.process = subprocess.Popen([os.path.join(ROOT, "tests/support/throwaway_postgres"), self.path, *self.settings])
        while not self.query("select 1"):
            if self.process.poll() is not None:
                raise SystemExit("PostgreSQL does not start")
            time.sleep(0.1)

    def stop(self):
        """Its sessions are cut off."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def query(self, sql):
        """The fields of the rows; None if it fails."""
        result = subprocess.run(["psql", "-h", self.path, "-U", "postgres", "-AtF", "\t", "-c", sql], capture_output=True, text=True)
        return None if result.returncode else [line.split("\t") for line in result.stdout.splitlines()]

    def __exit__(self, *failure):
        self.stop()
        shutil.rmtree(self.folder)


@contextlib.contextmanager
def postgresql(*settings):
    """A durable PostgreSQL server with settings NAME=VALUE; yields the value of DB_URL."""
    with database_server(*settings) as database:
        yield database.url


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
                if match := re.search(r"listening on https?://[^\"]*:(\d+)\D", log.read()):
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


async def read_message(reader):
    """Status or request line, head and body of an HTTP message with Content-Length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = next(int(line.split(":")[1]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
    return head.split("\r\n")[0], head, await reader.readexactly(length)


class charging_provider:
    """A provider within the event loop. It charges each request when it arrives: `next_tokens` returns the tokens of its output, each at
    `token_usd`. It answers after `next_delay` seconds, also if nobody waits any more."""

    FINDING = json.dumps({"sensitivity_types": [], "explanation": "The record names no one."})

    def __init__(self, token_usd, next_tokens, next_delay):
        self.token_usd, self.next_tokens, self.next_delay = token_usd, next_tokens, next_delay
        self.tokens, self.requests, self.connections = 0, 0, 0

    def book(self):
        return self.tokens * self.token_usd

    async def listen(self):
        """Returns the listener; settings() then have its address."""
        listener = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=1024)
        self.port = listener.sockets[0].getsockname()[1]
        return listener

    def settings(self, folder):
        """With a file of prices in this folder."""
        prices = os.path.join(folder, "prices.yaml")
        with open(prices, "w") as file:
            file.write("models:\n  openai/stub-model:\n    input_usd_per_million: 0\n"
                       f"    output_usd_per_million: {self.token_usd * 1e6:.0f}\n")
        return {"MODEL_PRICES_PATH": prices, "LLM_MODEL": "openai/stub-model", "LLM_API_KEY": "unused", "LLM_ASK_SERVER": "false",
                "LLM_API_BASE": f"http://127.0.0.1:{self.port}/v1"}

    async def serve(self, reader, writer):
        self.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                await read_message(reader)
                self.requests += 1
                tokens = self.next_tokens()
                self.tokens += tokens
                await asyncio.sleep(self.next_delay())
                writer.write(self.answer(tokens))
        writer.close()
        self.connections -= 1

    async def wait_for_end(self):
        while self.connections:
            await asyncio.sleep(0.01)

    @classmethod
    def answer(cls, tokens):
        body = json.dumps({"id": "c", "object": "chat.completion", "created": 1, "model": "stub-model", "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": cls.FINDING}}],
            "usage": {"prompt_tokens": 1480, "completion_tokens": tokens, "total_tokens": 1480 + tokens}}).encode()
        return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


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
