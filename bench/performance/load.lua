-- Sends the request of the file $BENCH_BODY_FILE, or a GET without it, with the keys of the lines of $BENCH_KEYS_FILE in turn.
-- Prints "results", requests per second, p50, p99 and mean latency in microseconds, or "errors" and their numbers by kind.
local keys, number, requests = {}, 0, {}

local function content(name)
    local file = assert(io.open(name, "rb"))
    local text = file:read("*a")
    file:close()
    return text
end

for key in content(os.getenv("BENCH_KEYS_FILE")):gmatch("[^\n]+") do keys[#keys + 1] = key end
local body_file = os.getenv("BENCH_BODY_FILE")
local body = body_file and content(body_file)

local function headers(key)
    return {["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json"}
end

if #keys == 1 then -- wrk repeats one text without a call of Lua
    wrk.method, wrk.headers, wrk.body = body and "POST" or "GET", headers(keys[1]), body
else
    function request()
        number = number % #keys + 1
        requests[number] = requests[number] or wrk.format(body and "POST" or "GET", nil, headers(keys[number]), body)
        return requests[number]
    end
end

function done(summary, latency)
    local errors = summary.errors
    if errors.connect + errors.read + errors.write + errors.status + errors.timeout > 0 then
        print(string.format("errors connect %d, read %d, write %d, status %d, timeout %d", errors.connect, errors.read, errors.write,
            errors.status, errors.timeout))
    else
        print(string.format("results %f %d %d %f", summary.requests / summary.duration * 1e6, latency:percentile(50),
            latency:percentile(99), latency.mean))
    end
end
