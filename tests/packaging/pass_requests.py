#!/usr/bin/env python3
"""pass_requests.py FOLDER: runs nginx with FOLDER/nginx.conf, which listens on FOLDER/socket and passes requests on to
FOLDER/server1 and FOLDER/server2. Sends a large body through it in both directions while nginx cannot create temporary files, and
requests while one server after the other, and then both, are gone."""
import http.client
import http.server
import json
import os
import socket
import socketserver
import subprocess
import sys
import threading

folder = sys.argv[1]
body = os.urandom(8 << 20)
is_sent = threading.Event()


class Upstream(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def address_string(self):
        return "nginx"

    def log_message(self, *_):
        pass

    def do_POST(self):
        received = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(received)))
        self.end_headers()
        self.wfile.write(received)
        is_sent.set()


class Connection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(f"{folder}/socket")


class Servers:
    def __init__(self):
        self.running = {}

    def start(self, name):
        path = f"{folder}/{name}"
        self.running[name] = Upstream(path, Handler)
        os.chmod(path, 0o777)
        threading.Thread(target=self.running[name].serve_forever, daemon=True).start()

    def end(self, name):
        server = self.running.pop(name)
        server.shutdown()
        server.server_close()
        os.unlink(f"{folder}/{name}")


def post(path, content):
    connection = Connection("verbatim")
    connection.request("POST", path, content)
    response = connection.getresponse()
    return response, response.read()


def pass_large_bodies():
    for path in ("/v1/summarize-bulk", "/v1/analyze-bulk", "/v1/jobs/1/events"):
        is_sent.clear()
        connection = Connection("verbatim")
        connection.request("POST", path, body)
        # While the client does not read, nginx stops reading from the server, or needs a file.
        is_sent.wait(0.5)
        response = connection.getresponse()
        try:
            is_same = response.status == 200 and response.read() == body
        except http.client.IncompleteRead:
            is_same = False
        if not is_same:
            sys.exit(f"{path}: status {response.status}, and not the same body")
        connection.close()


def lose_servers():
    for gone in ("server1", "server2"): # at once after the other came back
        servers.end(gone)
        for _ in range(4):
            if (status := post("/v1/summarize", b"{}")[0].status) != 200:
                sys.exit(f"status {status} while {gone} was gone")
        servers.start(gone)
    servers.end("server1")
    servers.end("server2")
    response, content = post("/v1/summarize", b"{}")
    error = json.loads(content)["error"]
    if (response.status, error["code"], response.headers["Content-Type"]) != (502, "server_unavailable", "application/json"):
        sys.exit(f"without servers: status {response.status}, {error}")
    if error["request_id"] != response.headers["X-Request-ID"]:
        sys.exit(f"without servers: {error} is not the request {response.headers['X-Request-ID']}")
    servers.start("server1")
    if (status := post("/v1/summarize", b"{}")[0].status) != 200:
        sys.exit(f"status {status} after a server came back")


servers = Servers()
servers.start("server1")
servers.start("server2")
os.chmod(folder, 0o755)
nginx = ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"]
subprocess.run(nginx, check=True)
try:
    for name in os.listdir(folder):
        if os.path.isdir(f"{folder}/{name}"):
            os.chown(f"{folder}/{name}", os.getuid(), os.getgid())
            os.chmod(f"{folder}/{name}", 0o500)
    pass_large_bodies()
    lose_servers()
finally:
    subprocess.run([*nginx, "-s", "quit"], check=True)
