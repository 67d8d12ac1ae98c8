-- Sends the request of $BENCH_BODY and prints "results", requests per second, and p50, p99 and mean latency in microseconds.
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer bench-key-that-nobody-else-has"
wrk.headers["Content-Type"] = "application/json"
wrk.body = os.getenv("BENCH_BODY")

function done(summary, latency)
    local errors = summary.errors
    if errors.connect + errors.read + errors.write + errors.status + errors.timeout > 0 then
        print("errors")
    else
        print(string.format("results %d %d %d %d", summary.requests / summary.duration * 1e6,
            latency:percentile(50), latency:percentile(99), latency.mean))
    end
end
