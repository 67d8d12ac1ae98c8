#!/usr/bin/env python3
"""pass_large_bodies.py FOLDER: runs nginx with FOLDER/nginx.conf, which listens on FOLDER/socket and passes requests on to
FOLDER/upstream, and sends a large body through it in both directions while nginx cannot create temporary files."""
import http.client
import http.server
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


upstream = Upstream(f"{folder}/upstream", Handler)
threading.Thread(target=upstream.serve_forever, daemon=True).start()
os.chmod(folder, 0o755)
os.chmod(f"{folder}/upstream", 0o777)
nginx = ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"]
subprocess.run(nginx, check=True)
try:
    for name in os.listdir(folder):
        if os.path.isdir(f"{folder}/{name}"):
            os.chown(f"{folder}/{name}", os.getuid(), os.getgid())
            os.chmod(f"{folder}/{name}", 0o500)
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
finally:
    subprocess.run([*nginx, "-s", "quit"], check=True)
