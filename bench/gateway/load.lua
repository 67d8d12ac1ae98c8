-- What is asked, and the figures in microseconds: one line that starts with "figures".
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer bench-key-that-nobody-else-has"
wrk.headers["Content-Type"] = "application/json"
wrk.body = os.getenv("BENCH_BODY")

function done(summary, latency)
    local wrong = summary.errors
    if wrong.connect + wrong.read + wrong.write + wrong.status + wrong.timeout > 0 then
        print("errors")
    else
        print(string.format("figures %d %d %d", summary.requests / summary.duration * 1e6,
            latency:percentile(50), latency:percentile(99)))
    end
end
