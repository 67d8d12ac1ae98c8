-- Sends the request of $BENCH_BODY and prints numbers: calls, then failures to connect, read and write, statuses over 399, timeouts.
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer bench-key-that-nobody-else-has"
wrk.headers["Content-Type"] = "application/json"
wrk.body = os.getenv("BENCH_BODY")

function done(summary)
    local errors = summary.errors
    print(string.format("results %d %d %d %d %d %d", summary.requests, errors.connect, errors.read, errors.write, errors.status,
        errors.timeout))
end
