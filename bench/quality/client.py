"""A client of a measured server."""
import http.client
import json

from measured_server import KEY

QUESTION = "Which problems do people report, and how do they develop?"


class client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3600)

    def status_and_content(self, method, path, body=None):
        self.connection.request(method, path, body and json.dumps(body, ensure_ascii=False).encode(),
                                {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())

    def send(self, method, path, body=None):
        status, content = self.status_and_content(method, path, body)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {json.dumps(content)[:500]}")
        return content

    def analyse(self, records, **members):
        return self.send("POST", "/v1/analyze-bulk", {"prompt": QUESTION, "feedback_records": records, "period": "month"} | members)

    def coding_trends(self, corpus, period="month"):
        """Trends do not depend on contents."""
        records = [record | {"content": "."} for record in corpus.wire()]
        return self.analyse(records, trend_tests=True, period=period)["coding_trends"]
