"""A real verbatimd for a test, with its own state folder, port and key; requests to it; and a model provider."""

import http.client
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
from urllib.parse import urlsplit

KEY = "key-of-the-crm-0123456789"
TIMEOUT = 60  # seconds, for a server to start or to stop
SANITIZERS = ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS")


class Server:
    """A context; `address` is its URL."""

    def __init__(self, **settings):
        self.settings = settings

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        keys = [{"key_id": "k-1", "name": "crm", "key": KEY, "tenant_id": "tenant-a"}]
        environment = {name: os.environ[name] for name in SANITIZERS if name in os.environ}
        environment |= {"AUTH_API_KEYS": json.dumps(keys), "STATE_DIR": self.folder.name, "NETWORK_PORT": "0", "LOG_FORMAT": "text",
            "DRAIN_SECONDS": "0"}  # jobs that wait for a silent provider
        self.process = subprocess.Popen([os.environ["VERBATIMD"]], env=environment | self.settings, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        start_timer = threading.Timer(TIMEOUT, self.process.kill)
        start_timer.start()
        try:
            self.address = self.logged_address()
        except RuntimeError:
            self.__exit__()
            raise
        finally:
            start_timer.cancel()
        # Nobody reads the log any more, but the pipe must not fill up.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def logged_address(self):
        log = ""
        for line in self.process.stdout:
            log += line
            if address := re.search(r'listening on (https?://[^\s"]+)', line):
                return address[1]
        raise RuntimeError(f"verbatimd did not log its address:\n{log}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.folder.cleanup()

    def send(self, method, path, headers=None, body=None):
        """The status, the headers and the text of the response."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=120)
        try:
            connection.request(method, path, body and body.encode(), {"Authorization": f"Bearer {KEY}", **(headers or {})})
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def read(self, path):
        status, _, text = self.send("GET", path)
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
        return json.loads(text)

    def wait_for_end(self, job):
        """Returns when the job has ended: the server then closes its stream of events. Unknown jobs have ended."""
        self.send("GET", f"/v1/jobs/{job}/events")


class Provider:
    """A provider of models, as a context. It answers each request with `status` and `body`; without a status never."""

    def __init__(self, status=None, body=None):
        self.status, self.body = status, body
        self.requested = threading.Event()
        self.stopped = threading.Event()

    def __enter__(self):
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                provider.requested.set()
                if provider.status is None:
                    provider.stopped.wait()
                    return
                text = json.dumps(provider.body).encode()
                self.send_response(provider.status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()

    @property
    def settings(self):
        return {"LLM_MODEL": "openai/stub", "LLM_ASK_SERVER": "false", "LLM_API_BASE": f"http://127.0.0.1:{self.server.server_port}",
            "LLM_API_KEY": "key-of-the-provider", "LLM_PRICE_UNKNOWN": "allow"}
