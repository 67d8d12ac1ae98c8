"""A real server with an admin listener, requests to it, and its metrics."""
import asyncio
import contextlib
import http.client
import itertools
import json
import os
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "bench"))
from measured_server import KEY, charging_provider, database_server, free_port, server

SUPERUSER_KEYS = ["superuser-key-of-this-test-1", "superuser-key-of-this-test-2"]
RECORD = {"feedback_record": {"id": "r-1", "content": "The queue at the tap is long."}}


def until(message, holds):
    """Asks for a minute."""
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(message)
        time.sleep(0.05)


@contextlib.contextmanager
def provider(folder):
    """The settings of a provider that charges."""
    loop = asyncio.new_event_loop()
    numbers = itertools.count(1)
    stub = charging_provider(0.00001, lambda: next(numbers), lambda: 0.001)
    loop.run_until_complete(stub.listen())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield stub.settings(folder)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


class monitored_server(server):
    def __init__(self, build, settings):
        self.admin = free_port()
        super().__init__({"NETWORK_ADMIN_PORT": str(self.admin), "PLUGINS_ENABLED": '["detect_sensitive"]', **settings},
                         os.path.join(os.path.abspath(build), "bin/verbatimd"),
                         [(key, f"operator-{n}", True) for n, key in enumerate(SUPERUSER_KEYS)])
        if "AUTH_API_KEYS_FILE" in settings:
            del self.settings["AUTH_API_KEYS"]

    def request(self, path, body=None, key=KEY):
        """The status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, {"Authorization": f"Bearer {key}"})
        status = connection.getresponse().status
        connection.close()
        return status

    def scrape(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.admin, timeout=60)
        connection.request("GET", "/metrics")
        page = connection.getresponse().read().decode()
        connection.close()
        return page
