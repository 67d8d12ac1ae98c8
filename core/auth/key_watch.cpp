#include "auth/key_watch.hpp"

#include "database/failure.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::auth {

namespace {

/// How often an unreachable database is retried.
constexpr std::chrono::milliseconds retry_interval{2'000};

} // namespace

key_watch::key_watch(const database::connection_info& connection, keyring& keys, sdk::log& log,
                     std::chrono::milliseconds interval)
    : keys_{keys}
    , log_{log}
    , outage_{log, "stored_keys"}
    , interval_{interval}
    , writer_{connection, key_store::notifications::disabled, stop_.get_token()}
    , reader_{connection, key_store::notifications::enabled, stop_.get_token()}
    , thread_{[this] { run(); }}
{}

key_watch::~key_watch() { stop(); }

void key_watch::add(const new_key& key)
{
    if (!store_key(key)) throw sdk::error{sdk::errc::conflict};
    const std::scoped_lock lock{mutex_};
    keys_.add_stored(
        {key.key_digest, {.tenant_id = key.tenant_id, .key_id = key.key_id, .is_superuser = key.is_superuser}});
    ++added_;
}

bool key_watch::store_key(const new_key& key)
{
    try
    {
        const std::scoped_lock lock{add_mutex_};
        return writer_.add(key);
    }
    catch (const database::failure& error)
    {
        const bool is_temporary = database::is_unreachable(error.kind()) || error.kind() == database::error_kind::busy;
        throw sdk::error{is_temporary ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error,
                         "database " + std::string{database::to_string(error.kind())}};
    }
}

void key_watch::read_soon() noexcept { wakeup_.notify(); }

std::uint64_t key_watch::attempts() const
{
    const std::scoped_lock lock{mutex_};
    return attempts_;
}

bool key_watch::wait_for_attempts(std::uint64_t count, std::chrono::milliseconds timeout)
{
    std::unique_lock lock{mutex_};
    attempt_finished_.wait_for(lock, timeout, [&] { return attempts_ >= count; });
    return succeeded_;
}

void key_watch::stop() noexcept
{
    stop_.request_stop();
    wakeup_.notify();
    if (thread_.joinable()) thread_.join();
}

void key_watch::run()
{
    while (!stop_.stop_requested())
    {
        const bool succeeded = read();
        wakeup_.wait(succeeded ? interval_ : std::min(interval_, retry_interval), reader_.change_socket());
    }
}

/// Makes one attempt to read, and returns whether it succeeded.
bool key_watch::read()
{
    std::string_view error;
    try
    {
        while (!read_into_keyring())
        {}
    }
    catch (const database::failure& failure)
    {
        error = database::to_string(failure.kind());
    }
    catch (const std::exception&)
    {
        error = "no_memory";
    }
    if (error.empty()) outage_.report_recovery();
    else if (!stop_.stop_requested()) outage_.report_outage(error);

    const std::scoped_lock lock{mutex_};
    ++attempts_;
    succeeded_ = error.empty();
    attempt_finished_.notify_all();
    return succeeded_;
}

/// False: add() stored a key meanwhile, which may be missing in the result; read again.
bool key_watch::read_into_keyring()
{
    const auto added_before = [&] {
        const std::scoped_lock lock{mutex_};
        return added_;
    }();
    reader_.consume_changes();
    auto result = reader_.read();
    if (result.unreadable != 0)
        log_.write(sdk::severity::warning, "stored_keys_skipped", {{"count", result.unreadable}});

    const std::scoped_lock lock{mutex_};
    if (added_ != added_before) return false;
    keys_.replace_stored(std::move(result.keys));
    return true;
}

} // namespace verbatim::core::auth
