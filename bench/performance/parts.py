"""The parts of bench/performance: what grows, the subjects, and what is measured of them. Each part is a function of a `bench`, which
calls bench.add() with metrics of one subject at one point of the curve. Points and subjects take turns."""
import contextlib
import copy
import json
import os
import random
import subprocess
import tempfile
import time
from shlex import quote

from measured_server import ANALYSIS_OUTPUT, MIB, free_port, postgresql, provider_stub
from page import metric, part
from subjects import FINDING, PASS, RECORD, children, load, middle, nginx, post, proxy, upstream, usage, verbatim

RATE = metric("rate", "Requests per second", "", chart=True)
P50 = metric("p50", "Latency, p50", "ms")
P99 = metric("p99", "Latency, p99", "ms")
PROCESSOR = metric("processor", "CPU time of the server per request", "µs", chart=True)
MEMORY = metric("memory", "Peak memory of the server", "MiB")
SUPERUSER = "bench-key-of-the-superuser-of-usage"
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"  # the certificates that verbatimd trusts
DETECT = {"PLUGINS_ENABLED": '["detect_sensitive"]'}


@contextlib.contextmanager
def delayed_stub(bench, milliseconds, content=FINDING):
    os.environ["DELAY_MS"] = str(milliseconds)
    try:
        with provider_stub(content, program=bench.program("bench_gateway_provider")) as provider:
            yield provider
    finally:
        del os.environ["DELAY_MS"]


def servers(bench, stack, settings):
    """A running server of each version, by its name."""
    return {version.name: stack.enter_context(verbatim(version, settings)) for version in bench.versions}


def measure_load(bench, counts, settings, peer, seconds, path="/v1/detect-sensitive", body=RECORD, derived=lambda metrics: {}):
    """With new servers in each round: the peak of memory is that of the most connections so far. `peer` makes nginx."""
    with tempfile.TemporaryDirectory() as folder:
        run = load(folder)
        for _ in bench.each_round():
            with contextlib.ExitStack() as stack:
                subjects = servers(bench, stack, settings) | {"nginx": stack.enter_context(peer())}
                for count in counts:
                    for name in subjects:
                        metrics = run(subjects[name], path, count, seconds, body)
                        bench.add(count, name, metrics | derived(metrics))


def health(bench):
    with verbatim(bench.versions[0], DETECT) as to:
        answer = post(to, "/v1/health", None, 200)[0].decode()
    site = f"location = /v1/health {{ default_type application/json; add_header X-Request-ID $request_id; return 200 '{answer}'; }}"
    measure_load(bench, bench.points([1, 4, 16, 64, 256, 1024, 4096]), DETECT, lambda: nginx(site), bench.seconds(2), "/v1/health", None)


def connections(bench):
    with delayed_stub(bench, 0) as stub:
        measure_load(bench, bench.points([1, 4, 16, 64, 256, 1024, 4096]), stub.settings() | DETECT, lambda: proxy(stub), bench.seconds(2))


def provider(bench):
    delay = 0.2
    with delayed_stub(bench, 1000 * delay) as stub:
        settings = stub.settings() | DETECT | {"LLM_MAX_CONCURRENCY": "4096", "LLM_MAX_TENANT_SHARE": "1"}
        measure_load(bench, bench.points([16, 64, 256, 1024, 4096]), settings, lambda: proxy(stub), bench.seconds(4),
                     derived=lambda metrics: {"ideal": 1000 * delay / metrics["mean"]})


def make_certificate(folder):
    """Writes key.pem and certificate.pem of this machine, and authorities.pem: the trusted certificates of the system and this one."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=bench",
                    "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem"], check=True, cwd=folder,
                   stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "authorities.pem"), "w") as file:
        for name in AUTHORITIES, os.path.join(folder, "certificate.pem"):
            with open(name) as source:
                file.write(source.read())


def with_authorities(version, folder):
    """The version, whose program runs with authorities.pem mounted over AUTHORITIES."""
    script = os.path.join(folder, version.name)
    with open(script, "w") as file:
        file.write(f"""#!/bin/sh
exec unshare --user --map-root-user --mount sh -c 'mount --bind "$0" {AUTHORITIES} && exec "$1"' {quote(folder)}/authorities.pem {quote(version.program)}
""")
    os.chmod(script, 0o755)
    result = copy.copy(version)
    result.program = script
    return result


def tls_server(stub, folder, requests):
    """A TLS port, and nginx that passes requests from it to the stub and closes each connection after `requests` of them."""
    port = free_port()
    return port, nginx("", f"""{upstream(stub)}
        server {{ listen 127.0.0.1:{port} ssl reuseport backlog=4096; keepalive_requests {requests}; ssl_protocols TLSv1.2 TLSv1.3;
                  ssl_certificate {folder}/certificate.pem; ssl_certificate_key {folder}/key.pem; location / {{ {PASS} }} }}""")


def tls_client(port, folder):
    """nginx that passes every request on to a TLS server."""
    return nginx(f"""location / {{ proxy_http_version 1.1; proxy_set_header Connection ""; proxy_ssl_protocols TLSv1.2 TLSv1.3; proxy_ssl_verify on; proxy_ssl_name localhost;
                     proxy_ssl_trusted_certificate {folder}/authorities.pem; proxy_pass https://provider/v1/chat/completions; }}""",
                 f"upstream provider {{ server 127.0.0.1:{port}; keepalive 4096; keepalive_requests 1000000000; }}")


def handshakes(bench):
    with contextlib.ExitStack() as stack:
        folder, stub = stack.enter_context(tempfile.TemporaryDirectory()), stack.enter_context(delayed_stub(bench, 0))
        os.chmod(folder, 0o755)
        make_certificate(folder)
        run, subjects = load(folder), {}
        points = bench.points([1, 10, 100, 1_000])
        for requests in points:
            port, tls_stub = tls_server(stub, folder, requests)
            stack.enter_context(tls_stub)
            settings = stub.settings() | DETECT | {"LLM_API_BASE": f"https://127.0.0.1:{port}/v1"}
            for version in bench.versions:
                subjects[requests, version.name] = stack.enter_context(verbatim(with_authorities(version, folder), settings))
            subjects[requests, "nginx"] = stack.enter_context(tls_client(port, folder))
        names = [version.name for version in bench.versions] + ["nginx"]
        for requests, name in bench.turns(points, names):
            bench.add(requests, name, run(subjects[requests, name], "/v1/detect-sensitive", 64, bench.seconds(3), RECORD))


def body_of_size(size):
    """A request of analyze-bulk with records of about 250 bytes, of exactly `size` bytes."""
    head, end = b'{"prompt":"Which problems are reported?","feedback_records":[', b"]}"
    record = (b'{"id":"Form-00021","content":"The man at the registration desk asks for money before he puts a family on the list. '
              b'It is the same every week.","metadata":{"created":"2026-03-02 08:15:00","coding_level_1":"Distribution",'
              b'"status":"open","region":"North"},"url_id":"65f1"}')
    body = head + b",".join([record] * max(1, (size - len(head) - len(end) + 1) // (len(record) + 1))) + end
    return body + b" " * (size - len(body))


def body(bench):
    """The estimate of tokens exceeds its cap, so that the server reads, parses and validates the body and does no more. Each measurement
    has a new server; memory is that of its first request."""
    settings = {"PLUGINS_ENABLED": '["analyze_bulk"]', "LLM_MAX_TOTAL_TOKENS": "1"}
    sizes = {size: body_of_size(size) for size in bench.points([1 << 10, 10 << 10, 100 << 10, MIB, 10 * MIB, 60 * MIB])}
    with delayed_stub(bench, 0) as stub:
        versions = {version.name: version for version in bench.versions} | {"nginx": None}
        for size, name in bench.turns(sizes, versions):
            with proxy(stub) if name == "nginx" else verbatim(versions[name], settings) as to:
                send = lambda: post(to, "/v1/analyze-bulk", sizes[size], 200 if name == "nginx" else 413)[1]
                with usage(to.pids) as first:
                    send()
                times, end = [], time.monotonic() + bench.seconds(2)
                with usage(to.pids) as used:
                    while not times or time.monotonic() < end:
                        times.append(send())
                bench.add(size / MIB, name, {"seconds": 1000 * middle(times), "processor": 1000 * used.seconds / len(times),
                                             "memory": first.peak - first.idle})


def records_of(count):
    """`count` records of 200 characters on thirty themes."""
    generator = random.Random(7)
    syllables = ["ka", "lo", "mi", "tu", "re", "sa", "no", "pe", "di", "va", "gu", "ze", "bo", "fi", "ha"]
    word = lambda: "".join(generator.choices(syllables, k=generator.randint(2, 4)))
    common = [word() for _ in range(400)]
    themes = [[word() for _ in range(60)] for _ in range(30)]
    texts = []
    for n in range(min(count, 20_000)):
        words = generator.choices(themes[n % 30], k=16) + generator.choices(common, k=24)
        generator.shuffle(words)
        texts.append(words)
    records = []
    for n in range(count):  # further records repeat the words of earlier ones in another order
        words = texts[n % len(texts)]
        shift = n // len(texts) * 7 % 40
        records.append({"id": f"F{n:06}", "content": " ".join(words[shift:] + words[:shift])[:200],
                        "metadata": {"created": f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}", "coding_level_1": f"Code {n % 30}"}})
    return records


def records(bench):
    """A new server for each request, because memory is compared with that of an idle one."""
    all_records = records_of(max(bench.points([100, 1_000, 10_000, 100_000, 200_000])))
    bodies = {count: json.dumps({"feedback_records": all_records[:count], "prompt": "What do people need most, and does it change?",
                                 "mode": "hierarchical"}).encode()
              for count in bench.points([100, 1_000, 10_000, 100_000, 200_000])}
    with contextlib.ExitStack() as stack:
        stub = stack.enter_context(delayed_stub(bench, 0, ANALYSIS_OUTPUT))
        settings = stub.settings() | {"EMBEDDING_MODEL": "local/lexical", "PLUGINS_ENABLED": '["analyze_bulk"]'}
        peer = stack.enter_context(proxy(stub))
        versions = {version.name: version for version in bench.versions} | {"nginx": None}
        for count, name in bench.turns(bodies, versions):
            with contextlib.nullcontext(peer) if name == "nginx" else verbatim(versions[name], settings) as to:
                with usage(to.pids) as used:
                    answer, took = post(to, "/v1/analyze-bulk", bodies[count], 200)
                metrics = {"seconds": took, "processor": used.seconds, "memory": used.peak - used.idle}
                if name != "nginx":
                    ends = [event for event in to.events() if event.get("event") == "hierarchical_analysis_finished"]
                    metrics |= {"calls": event["calls"] for event in ends}
            bench.add(count, name, metrics)


def sql(url, text):
    return subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", url, "-c", text], check=True, capture_output=True, text=True).stdout


def fill(url, first, last):
    """Rows of calls of three attempts, 50 tenants and 6 operations, over the 90 days before this hour."""
    sql(url, """do $$ declare month date; begin
        for month in select generate_series(date_trunc('month', now() - interval '4 months'), now() + interval '1 month', '1 month') loop
            execute format('create table if not exists llm_calls_%s partition of llm_calls for values from (%L) to (%L)',
                           to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
        end loop; end $$""")
    sql(url, f"""alter table llm_calls disable trigger user;
        insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, input_tokens, output_tokens,
            cost_usd, status, error_class) select gen_random_uuid(), 'tenant-' || n / 3 % 50, 'operation-' || n / 150 % 6,
            md5((n / 3)::text)::uuid, date_trunc('hour', now(), 'UTC') - (n / 3 * 7919::bigint % 7776000 + n % 3 + 1) * interval '1 second',
            200 + n % 9973, 'azure/gpt-5.4', 100 + n % 7919, 20 + n % 887, 0.001 + n % 1009 * 0.00001, 'ok', null
            from generate_series({first}, {last}) n;
        alter table llm_calls enable trigger user""")
    sql(url, "vacuum analyze llm_calls")


def roll_up(bench, url):
    """By the program of the benchmark of reports, which does not pause as the server does."""
    subprocess.run([bench.program("bench_usage_reports"), url, "roll-up"], check=True, stdout=subprocess.DEVNULL)


def report(to):
    """Milliseconds, and the report."""
    content, took = post(to, "/v1/usage/all/by-tenant", None, 200)
    return 1000 * took, content


class database_processes:
    def __init__(self, url):
        self.first = int(sql(url, "select pid from pg_stat_activity where backend_type = 'checkpointer'"))
        with open(f"/proc/{self.first}/stat") as file:
            self.first = int(file.read().rsplit(") ", 1)[1].split()[1])

    def __call__(self):
        return [self.first, *children(self.first)]


def rows(bench):
    """Each version has a database of its own, which no server uses while rows are added. The version before reads the rows one by one,
    and is left out where that takes minutes."""
    with contextlib.ExitStack() as stack:
        stub = stack.enter_context(delayed_stub(bench, 0))
        run = load(stack.enter_context(tempfile.TemporaryDirectory()))
        os.chmod(run.folder, 0o755)  # for the user of nginx's workers
        peer = stack.enter_context(proxy(stub))
        file_server = stack.enter_context(nginx(f"location / {{ default_type application/json; root {run.folder}; try_files /report =404; }}"))
        urls = {version.name: stack.enter_context(postgresql("shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=256MB"))
                for version in bench.versions}
        processes = {name: database_processes(url) for name, url in urls.items()}
        new_server = lambda version: verbatim(version, stub.settings() | {
            "DB_URL": urls[version.name], "PLUGINS_ENABLED": '["detect_sensitive", "usage"]'}, keys=[(SUPERUSER, "bench", True)])
        for version in bench.versions:
            with new_server(version):  # creates the tables
                pass
        filled = 0
        for count in bench.points([10_000, 100_000, 1_000_000, 10_000_000]):
            versions = [version for version in bench.versions if version.name != "before" or count <= 1_000_000]
            for version in versions:
                fill(urls[version.name], filled + 1, count)
                if version.name != "before":
                    roll_up(bench, urls[version.name])
            filled = count
            size = int(sql(urls["verbatim"], "select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'llm_calls'::regclass"))
            with contextlib.ExitStack() as running:
                subjects = {version.name: running.enter_context(new_server(version)) for version in versions}
                run.file("report", report(subjects["verbatim"])[1])
                for _, name in bench.turns([count], [*subjects, "nginx"]):  # before calls add rows that are not rolled up
                    times = [report(subjects.get(name, file_server))[0] for _ in range(1 if name == "before" else 5)]
                    bench.add(count, name, {"report": middle(times)} | ({"bytes": size / count} if name == "verbatim" else {}))
                for _, name in bench.turns([count], [*subjects, "nginx"]):
                    bench.add(count, name, run(subjects.get(name, peer), "/v1/detect-sensitive", 64, bench.seconds(1), RECORD,
                                               processes.get(name, ())))


RATES = '["*"]\nrequests_per_minute = 1000000000\ntokens_per_minute = 1000000000000\ncalls_in_flight = 1000000\n'
BUDGETS = RATES + "budget_usd_per_day = 1000000\nbudget_usd_per_month = 1000000\n"


def with_keys(version, settings, keys_file, keys):
    to = verbatim(version, settings | {"AUTH_API_KEYS_FILE": keys_file})
    del to.settings["AUTH_API_KEYS"]
    to.keys = keys
    return to


def tenants(bench):
    """Each tenant has a key; requests use the keys in turn, and limits that no request reaches apply."""
    counts = bench.points([1, 10, 100, 1_000, 10_000])
    with contextlib.ExitStack() as stack:
        run, stub = load(stack.enter_context(tempfile.TemporaryDirectory())), stack.enter_context(delayed_stub(bench, 0))
        rates, budgets = ({"LIMITS_FILE": run.file(name, text.encode())} for name, text in (("rates", RATES), ("budgets", BUDGETS)))
        settings = stub.settings() | DETECT
        subjects, with_budgets = {}, {}
        for count in counts:
            keys = [f"bench-key-{n:05}-of-a-tenant-that-nobody-else-has" for n in range(count)]
            keys_file = run.file(f"keys-{count}.json", json.dumps([
                {"key_id": f"k{n}", "name": "b", "key": key, "tenant_id": f"tenant-{n}"} for n, key in enumerate(keys)]).encode())
            for version in bench.versions:
                subjects[count, version.name] = stack.enter_context(with_keys(version, settings | rates, keys_file, keys))
            with_budgets[count] = stack.enter_context(with_keys(bench.versions[0], settings | budgets, keys_file, keys))
            entries = "".join(f'"Bearer {key}" tenant-{n}; ' for n, key in enumerate(keys))
            http = f"""{upstream(stub)} map_hash_max_size 65536; map_hash_bucket_size 256;
                map $http_authorization $tenant {{ default ""; {entries} }}"""
            site = f'location / {{ if ($tenant = "") {{ return 401; }} proxy_set_header X-Tenant $tenant; {PASS} }}'
            subjects[count, "nginx"] = stack.enter_context(nginx(site, http, keys=keys))
        for count, name in bench.turns(counts, [version.name for version in bench.versions] + ["nginx"]):
            metrics = run(subjects[count, name], "/v1/detect-sensitive", 64, bench.seconds(2), RECORD)
            if name == "verbatim":
                budget = run(with_budgets[count], "/v1/detect-sensitive", 64, bench.seconds(2), RECORD)
                metrics |= {f"budget_{key}": budget[key] for key in ("rate", "p99", "processor")}
            bench.add(count, name, metrics)


def plugin_folder(version, folder, count):
    """Copies of detect_sensitive whose operations have other names and paths of the same length. Returns their names."""
    with open(version.plugin("detect_sensitive"), "rb") as file:
        plugin = file.read()
    names = [f"detect_sensit{n:03}" for n in range(count)]
    for name in names:
        copy = plugin.replace(b"detect_sensitive", name.encode()).replace(b"/v1/detect-sensitive", b"/v1/" + name.replace("_", "-").encode())
        with open(os.path.join(folder, name + ".so"), "wb") as file:
            file.write(copy)
    return names


def plugins(bench):
    """A start of the server for each measurement. nginx has as many locations."""
    counts = bench.points([1, 5, 10, 20, 50])
    with contextlib.ExitStack() as stack:
        run, stub = load(stack.enter_context(tempfile.TemporaryDirectory())), stack.enter_context(delayed_stub(bench, 0))
        versions = {version.name: version for version in bench.versions} | {"nginx": None}
        folders = {name: stack.enter_context(tempfile.TemporaryDirectory()) for name in versions}
        names = {name: plugin_folder(versions[name], folders[name], max(counts)) for name in versions if name != "nginx"}
        for count, name in bench.turns(counts, versions):
            since = time.perf_counter()
            if name == "nginx":
                site = "".join(f"location = /v1/detect-sensit{n:03} {{ {PASS} }} " for n in range(count))
                server = nginx(site, upstream(stub))
            else:
                server = verbatim(versions[name], stub.settings() | {"PLUGINS_DIR": folders[name],
                                                                     "PLUGINS_ENABLED": json.dumps(names[name][:count])})
            with server as to:
                started = time.perf_counter() - since
                metrics = {"start": 1000 * started} | run(to, f"/v1/detect-sensit{count - 1:03}", 64, bench.seconds(2), RECORD)
                if name != "nginx":
                    metrics["document"] = len(post(to, "/openapi.json", None, 200)[0]) / 1024
            bench.add(count, name, metrics)


CALL = "POST /v1/detect-sensitive with all features, a stub provider that answers at once, and durable rows in SQLite"
PARTS = {
    part.name: part for part in [
        part("health", "Connections, without work", "Connections", health, "GET /v1/health; nginx returns the same bytes",
             [RATE, P99, PROCESSOR]),
        part("connections", "Connections", "Connections", connections, CALL + "; nginx passes the same requests to the same stub",
             [RATE, P50, P99, PROCESSOR, MEMORY]),
        part("provider", "Calls in flight", "Connections", provider,
             "the same with a stub provider that answers after 200 ms, LLM_MAX_CONCURRENCY=4096 and LLM_MAX_TENANT_SHARE=1",
             [RATE, metric("ideal", "Share of the ideal rate: 200 ms / mean latency", ""), PROCESSOR, MEMORY]),
        part("handshakes", "TLS to the provider", "Requests per connection", handshakes, CALL + "; 64 connections of "
             "clients; the provider uses TLS, and closes each connection after the number of requests in the first column; nginx passes the "
             "same requests to the same provider",
             [RATE, P50, P99, PROCESSOR]),
        part("body", "Body", "MiB", body, "POST /v1/analyze-bulk with records of 250 bytes, refused with 413 once the body is received, "
             "parsed and validated; nginx receives the same body and passes it to the stub",
             [metric("seconds", "Latency", "ms", chart=True, growth=True), metric("processor", "CPU time of the server", "ms", growth=True),
              metric("memory", "Peak memory above idle", "MiB", growth=True)]),
        part("records", "Records", "Records", records, "POST /v1/analyze-bulk in mode hierarchical, records of 200 characters, a stub "
             "provider that answers at once; nginx passes the same body to the stub",
             [metric("seconds", "Latency", "s", chart=True, growth=True), metric("processor", "CPU time of the server", "s", growth=True),
              metric("memory", "Peak memory above idle", "MiB", growth=True), metric("calls", "Model calls", "", growth=True)]),
        part("rows", "Usage rows", "Rows in the table", rows, "GET /v1/usage/all/by-tenant over all rows of 90 days, and the rate of "
             "POST /v1/detect-sensitive with 64 connections, both on PostgreSQL; nginx serves the report as a file, and passes the calls "
             "to the stub",
             [metric("report", "Report over all tenants", "ms", chart=True, growth=True), RATE, PROCESSOR,
              metric("processor_of_others", "CPU time of PostgreSQL per request", "µs"), metric("bytes", "Table and indexes per row", "bytes")]),
        part("tenants", "Tenants", "Tenants", tenants, CALL + "; 64 connections, a key per tenant in turn, LIMITS_FILE with rates and calls "
             "in flight; nginx finds the tenant of the key in a map and passes the request to the stub",
             [RATE, P99, PROCESSOR, MEMORY,
              metric("budget_rate", "Requests per second with budgets as well", ""),
              metric("budget_p99", "Latency with budgets as well, p99", "ms")]),
        part("plugins", "Plugins", "Plugins", plugins, CALL + "; 64 connections to the last plugin; nginx has a location for each",
             [metric("start", "Start to first connection", "ms", chart=True), RATE, PROCESSOR,
              metric("idle", "Memory of the idle server", "MiB"), metric("document", "OpenAPI document", "KiB")]),
    ]}
