// An operation that misbehaves as its request says: holds a thread, ignores its cancellation, or crashes.
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace {

namespace asio = boost::asio;
namespace sdk  = verbatim::sdk;

constexpr std::chrono::milliseconds pause{5};

struct hostile_request
{
    std::string way;
    std::string start_file;   ///< the operation awaits it before it misbehaves; empty: misbehaves at once
    std::string release_file; ///< code that holds a thread returns when it exists
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, hostile_request& request)
{
    schema.name("HostileRequest", "How to misbehave.");
    schema.required("way", request.way, "What to do.");
    schema.optional("start_file", request.start_file, "Starts what holds a thread.");
    schema.optional("release_file", request.release_file, "Ends what holds a thread.");
}

struct hostile_response
{
    double number = 1;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, hostile_response& response)
{
    schema.name("HostileResponse", "A response.");
    schema.field("number", response.number, "A number.");
}

void hold_thread(const std::string& release_file)
{
    while (!std::filesystem::exists(release_file)) std::this_thread::sleep_for(pause);
}

/// Holds no thread.
sdk::task<> await_file(const std::string& file)
{
    asio::steady_timer timer{co_await asio::this_coro::executor};
    while (!std::filesystem::exists(file))
    {
        timer.expires_after(pause);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

sdk::task<> ignore_cancellation(const std::string& release_file)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await await_file(release_file);
}

volatile std::uintptr_t null_address = 0; ///< volatile: the optimizer would leave out a write through a null pointer

/// The sanitizer would report the address before the signal.
[[gnu::no_sanitize("undefined")]] void dereference_null() { *reinterpret_cast<volatile int*>(null_address) = 1; }

volatile bool recursion_goes_on = true;

[[gnu::noinline]] int recurse(volatile char* outer)
{
    volatile char frame[1024] = {};
    frame[0]                  = outer[0];
    return recursion_goes_on ? recurse(frame) + frame[0] : 0;
}

void overflow_stack()
{
    char start = 0;
    recurse(&start);
}

void throw_exception() { throw std::runtime_error{"text of a record"}; }
void throw_from_noexcept() noexcept { throw_exception(); }

struct hostile_settings
{
    std::string at_load;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, hostile_settings& settings)
{
    schema.name("HostileSettings", "How the plugin loads.");
    schema.optional("HOSTILE_AT_LOAD", settings.at_load, "What to do while the plugin loads.");
}

class operation : public sdk::typed_operation<hostile_request, hostile_response>
{
    sdk::descriptor describe() const override
    {
        return {.name        = "hostile",
                .path        = "/v1/hostile",
                .summary     = "Misbehave",
                .description = {},
                .usage_label = {},
                .deadline    = std::chrono::seconds{1}};
    }

    sdk::task<hostile_response> run(sdk::call& call, const hostile_request& request) const override
    {
        const auto work = [&] { misbehave(request); };
        if (!request.start_file.empty()) co_await await_file(request.start_file);
        if (request.way == "ignore_cancellation") co_await ignore_cancellation(request.release_file);
        else if (request.way.ends_with("_on_pool")) co_await call.compute(work);
        else work();
        co_return hostile_response{};
    }

    static void misbehave(const hostile_request& request)
    {
        if (request.way.starts_with("hold")) hold_thread(request.release_file);
        if (request.way.starts_with("crash")) dereference_null();
        if (request.way.starts_with("overflow")) overflow_stack();
        if (request.way.starts_with("terminate")) throw_from_noexcept();
        if (request.way.starts_with("throw")) throw 1;
        if (request.way.starts_with("exit")) std::exit(0);
        if (request.way == "thread") std::thread{throw_exception}.join();
    }
};

/// The same as a job.
class job final : public operation
{
    sdk::descriptor describe() const override
    {
        return {.name        = "hostile_job",
                .path        = "/v1/hostile-job",
                .summary     = "Misbehave as a job",
                .description = {},
                .usage_label = "hostile",
                .deadline    = std::chrono::seconds{10}};
    }
};

} // namespace

VERBATIM_ROUTES("POST /v1/hostile", "POST /v1/hostile-job")
VERBATIM_PLUGIN(plugin, HOSTILE_AT_LOAD)
{
    const auto at_load = plugin.settings<hostile_settings>().at_load;
    if (at_load == "crash") dereference_null();
    if (at_load == "exit") std::exit(0);
    if (at_load == "throw") throw std::runtime_error{"the model file is missing"};
    if (at_load == "hang") hold_thread("");
    plugin.add<operation>();
    plugin.add<job>();
}
