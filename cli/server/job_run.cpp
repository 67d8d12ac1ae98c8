#include "cli/server/job_run.hpp"

#include "cli/failure.hpp"
#include "cli/json_access.hpp"
#include "cli/server/error_response.hpp"
#include "cli/server/interruption.hpp"

#include <boost/algorithm/hex.hpp>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <string_view>
#include <utility>

namespace verbatim::cli::server {

namespace {

constexpr int         max_submissions = 20;                   ///< of a request whose job is lost
constexpr std::size_t max_line        = std::size_t{1} << 20; ///< of an event; a job has less than 1 KiB

bool is_finished(const std::string& status)
{
    return status == "succeeded" || status == "failed" || status == "cancelled";
}

/// Takes the lines of an event stream, in pieces of any size.
class event_reader
{
public:
    template <class Take>
    void add(std::string_view bytes, Take take)
    {
        if (buffer_.size() + bytes.size() > max_line)
            throw failure{exit_status::failed, "the server sent an endless event"};
        buffer_.append(bytes);
        for (auto end = buffer_.find('\n'); end != buffer_.npos; end = buffer_.find('\n'))
        {
            if (buffer_.starts_with("data: ")) take(std::string_view{buffer_}.substr(6, end - 6));
            buffer_.erase(0, end + 1);
        }
    }

private:
    std::string buffer_;
};

/// Whether the same request may succeed later.
bool is_passing(const http_response& response)
{
    if (response.status == 429 || response.status == 503) return true;
    return response.status == 409 && error_response{response}.code == "unfinished";
}

/// The same for the answer of a job, whose own error may be a 429 or 503.
bool is_passing_result(const http_response& response)
{
    return response.status == 503 && error_response{response}.code == "overloaded";
}

} // namespace

std::string idempotency_key(const std::string& key, const std::string& path, const std::string& body)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int  size = 0;
    const auto    text = path + "\n" + body;
    if (!HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
              reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size))
        throw std::bad_alloc{};
    std::string result = "verbatim-";
    boost::algorithm::hex_lower(digest, digest + size, std::back_inserter(result));
    return result;
}

job_run::job_run(http_client& client, output::progress& progress, run_options options)
    : client_{client}
    , progress_{progress}
    , options_{options}
    , connected_{client.target().require_running != nullptr}
    , give_up_{clock::now() + options.patience}
{
    client_.on_wait = [this] { progress_.tick(); };
}

/// Waits before a repetition; false if the patience does not last that long.
bool job_run::pause(std::chrono::seconds duration, const std::string& reason)
{
    if (clock::now() + duration > give_up_) return false;
    progress_.show(reason, 0, 0);
    if (wait_for_interruption(duration)) throw interrupted{};
    return true;
}

/// Sends until there is an answer that does not pass. A server that never answered is not waited for.
http_response job_run::repeat(const http_request& request, bool (*is_passing)(const http_response&))
{
    give_up_ = clock::now() + options_.patience;
    while (true)
    {
        try
        {
            auto response = client_.send(request);
            connected_    = true;
            if (!is_passing(response)) return response;
            const auto advised = response.retry_after(std::chrono::seconds{5});
            if (!pause(std::max(advised, std::chrono::seconds{1}), "waiting for the server")) return response;
        }
        catch (const no_response& error)
        {
            if (!connected_ || !pause(std::chrono::seconds{1}, "waiting for the server"))
                throw failure{exit_status::unreachable, error.what()};
        }
    }
}

std::string job_run::send(const http_request& request)
{
    auto response = repeat(request, is_passing);
    if (!response.is_success()) throw error_response{response};
    return std::move(response.body);
}

http_request job_run::job_request(const std::string& path, const std::string& body) const
{
    http_request request{.method = "POST", .path = path, .body = body};
    request.headers = {"Prefer: respond-async",
                       "Idempotency-Key: " + idempotency_key(client_.target().key, path, body)};
    request.timeout = std::chrono::minutes{30};
    return request;
}

/// Shows events until the job ends or the stream does; false if there is no stream.
bool job_run::read_events(const std::string& job)
{
    event_reader events;
    http_request request{.path = job + "/events"};
    request.timeout     = std::chrono::hours{24};
    request.max_silence = std::chrono::seconds{60}; // the server sends a comment every 15 s
    request.on_data     = [&](std::string_view bytes) {
        events.add(bytes, [&](std::string_view data) { progress_.show_job(parse_object(std::string{data})); });
    };
    try
    {
        return client_.send(request).status == 200;
    }
    catch (const no_response&)
    {
        return false;
    }
}

/// Waits for the end of the job; false if the server does not know it any more.
bool job_run::follow(const std::string& job)
{
    while (true)
    {
        const bool streamed = read_events(job);
        const auto response = repeat({.path = job}, is_passing);
        if (response.status == 404) return false;
        if (!response.is_success()) throw error_response{response};
        const auto state = parse_object(response.body);
        if (is_finished(text_of(state, "status"))) return true;
        progress_.show_job(state);
        const auto advised = std::min(response.retry_after(std::chrono::seconds{1}), std::chrono::seconds{5});
        if (wait_for_interruption(streamed ? std::chrono::milliseconds{200} : advised)) throw interrupted{};
    }
}

/// Erases the job of an earlier run, which has ended. An interruption is reported with the state of that job.
void job_run::erase(const std::string& job)
{
    const char* state = "The job of the earlier run may be left on the server";
    try
    {
        (void)repeat({.method = "DELETE", .path = job}, is_passing);
        state = "The job of the earlier run is erased";
        if (last_interruption() != 0) throw interrupted{};
    }
    catch (const interrupted&)
    {
        progress_.note(std::string{state} + ", and the request is not sent again.");
        throw;
    }
}

/// The answer of a job that has ended; none if the server has lost it.
std::optional<std::string> job_run::read_answer(const std::string& job)
{
    auto result = repeat({.path = job + "/result"}, is_passing_result);
    if (result.status == 404) return std::nullopt;
    if (!result.is_success()) throw error_response{result};
    return std::move(result.body);
}

/// The last state of the job; empty if the server does not answer.
std::string job_run::cancel(const std::string& job)
try
{
    http_request request{.method = "POST", .path = job + "/cancel"};
    request.timeout     = std::chrono::seconds{5};
    const auto response = client_.send(request);
    return response.is_success() ? text_of(parse_object(response.body), "status") : "";
}
catch (const std::exception&)
{
    return {};
}

/// Cancels the job after an interruption. Returns its answer if it has ended before.
std::string job_run::end_interrupted(const std::string& job)
{
    clear_interruption();
    const auto status = cancel(job);
    if (is_finished(status) && status != "cancelled")
    {
        progress_.note("The job had ended before it could be cancelled.");
        if (auto answer = read_answer(job)) return std::move(*answer);
    }
    else
        progress_.note(status == "cancelled" ? "The job is cancelled."
                                             : "The job could not be cancelled; it may run on.");
    throw interrupted{};
}

/// A request that is interrupted may be a job already, whose name is not known yet: the same request names it.
http_response job_run::submit(const std::string& path, const std::string& body)
try
{
    return repeat(job_request(path, body), is_passing);
}
catch (const interrupted&)
{
    clear_interruption();
    try
    {
        auto request    = job_request(path, body);
        request.timeout = std::chrono::seconds{10};
        return client_.send(request);
    }
    catch (const no_response&)
    {
        progress_.note("The server may still run the request.");
    }
    throw;
}

std::string job_run::run(const std::string& path, const std::string& body)
{
    bool found_is_erased = false;
    for (int n = 0; n != max_submissions; ++n)
    {
        if (last_interruption() != 0) throw interrupted{}; // that of an earlier request, whose answer came all the same
        const auto accepted = submit(path, body);
        if (accepted.status == 200) return accepted.body; // a server without jobs, or a stored answer
        if (accepted.status != 202 && last_interruption() != 0) throw interrupted{};
        if (accepted.status != 202) throw error_response{accepted};
        const auto job     = accepted.header("location");
        const auto started = parse_object(accepted.body);
        const auto status  = text_of(started, "status");
        if (!job.starts_with("/v1/jobs/")) throw failure{exit_status::failed, "the server named no job"};
        if (last_interruption() != 0) return end_interrupted(job);
        if (is_finished(status) && !found_is_erased && (status != "succeeded" || options_.again))
        {
            found_is_erased = true;
            erase(job);
            continue;
        }
        if (status == "succeeded") progress_.note("Found the answer of an earlier run; --again asks again.");
        try
        {
            if (!is_finished(status))
            {
                progress_.show_job(started);
                if (!follow(job)) continue; // the server was restarted and lost it
            }
            if (auto answer = read_answer(job)) return std::move(*answer);
        }
        catch (const error_response& error)
        {
            if (error.code != "server_stopped") throw;
            erase(job);
        }
        catch (const interrupted&)
        {
            return end_interrupted(job);
        }
    }
    throw failure{exit_status::failed, "the server lost the job again and again. Repeat the command later"};
}

} // namespace verbatim::cli::server
