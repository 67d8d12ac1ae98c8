"""Constants of the sizing rules in docs/performance.md, and examples that follow from them."""
import math

from page import median, rounded

KIB_PER_MIB = 1024
SHARE = 0.6  # of a core that calls should use, so that latencies stay low at peaks
EXAMPLES = (1, 10, 100, 1_000)  # calls per second
PROVIDER_SECONDS = 2
IDLE_MIB = 100


class constants:
    """Values of this version by the letter of the rules; a part that was not measured has none."""

    def __init__(self, results):
        self.results, self.lines, self.values = results, [], {}
        at = self.at
        per = lambda part, key, low, high: (at(part, high, key) - at(part, low, key)) / (high - low)
        self.add("c", "CPU time of the server per call, row in SQLite", "µs", "connections", lambda: at("connections", 64, "processor"))
        self.add("c", "CPU time of the server per call, row in PostgreSQL", "µs", "rows", lambda: at("rows", 1_000_000, "processor"))
        self.add("d", "CPU time of PostgreSQL per call", "µs", "rows", lambda: at("rows", 1_000_000, "processor_of_others"))
        self.add("m", "memory per connection", "KiB", "health", lambda: KIB_PER_MIB * per("health", "memory", 64, 4096))
        self.add("f", "memory per call in flight, connection included", "KiB", "provider",
                 lambda: KIB_PER_MIB * per("provider", "memory", 64, 4096))
        self.add("b", "CPU time to read a MiB of body", "ms", "body", lambda: at("body", 60, "processor") / 60)
        self.add("r", "CPU time per 1,000 records, hierarchical", "ms", "records", lambda: 10 * at("records", 100_000, "processor"))
        self.add("q", "model calls per 1,000 records, hierarchical", "", "records", lambda: at("records", 100_000, "calls") / 100)
        self.add("w", "memory per 1,000 records, hierarchical", "MiB", "records", lambda: at("records", 100_000, "memory") / 100)
        self.add("u", "table and indexes per usage row", "bytes", "rows", lambda: at("rows", 10_000_000, "bytes"))
        self.add("k", "CPU time per call for 1,000 tenants", "µs", "tenants", lambda: 1_000 * per("tenants", "processor", 1, 10_000))
        self.add("t", "memory for 1,000 tenants that call within an hour", "MiB", "tenants",
                 lambda: 1_000 * per("tenants", "memory", 1, 10_000))
        self.add("p", "start time per plugin", "ms", "plugins", lambda: per("plugins", "start", 1, 50))
        self.add("g", "memory per plugin", "KiB", "plugins", lambda: KIB_PER_MIB * per("plugins", "idle", 1, 50))

    def at(self, part, x, key):
        return median(self.results[part], x, "verbatim", key)

    def add(self, letter, what, unit, part, value):
        if part not in self.results:
            return
        self.values[letter] = value()  # a later line replaces an earlier one in the examples
        self.lines.append(f"| `{letter}` | {what} | {rounded(max(0, self.values[letter]))} {unit} | {part} |")


def examples(values):
    lines = ["| Calls per second | Cores for servers | `LLM_MAX_CONCURRENCY` | Memory | Cores for PostgreSQL | Rows in 30 days |",
             "|---|---|---|---|---|---|"]
    for calls in EXAMPLES:
        in_flight = calls * PROVIDER_SECONDS
        rows = calls * 86_400 * 30
        lines.append(f"| {calls:,} | {rounded(calls * values['c'] / 1e6 / SHARE)} | {math.ceil(in_flight / 0.8):,} | "
                     f"{rounded(IDLE_MIB + in_flight * values['f'] / KIB_PER_MIB)} MiB | {rounded(calls * values['d'] / 1e6 / SHARE)} | "
                     f"{rounded(rows / 1e6)} million, {rounded(rows * values['u'] / 1e9)} GB |")
    return "\n".join(lines)


def table(results):
    known = constants(results)
    lines = ["| | Constant | Value | Part |", "|---|---|---|---|", *known.lines]
    if {"c", "d", "f", "u"} <= known.values.keys():
        lines += ["", f"Examples with PostgreSQL and a provider that takes {PROVIDER_SECONDS} s, one model call per request:", "",
                  examples(known.values)]
    return "\n".join(lines)
