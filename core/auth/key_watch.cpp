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

void key_watch::add(const new_key& key, const change_request& change)
{
    if (!with_writer([&] { return writer_.add(key, change); })) throw sdk::error{sdk::errc::conflict};
    const std::scoped_lock lock{mutex_};
    keys_.add_stored({.key_digest = key.key_digest,
                      .owner   = {.tenant_id = key.tenant_id, .key_id = key.key_id, .is_superuser = key.is_superuser},
                      .name    = key.name,
                      .expires = key.expires});
    ++changes_;
}

std::optional<stored_key> key_watch::remove(std::string_view key_id, const change_request& change)
{
    auto removed = with_writer([&] { return writer_.remove(key_id, change); });
    if (!removed) return std::nullopt;
    const std::scoped_lock lock{mutex_};
    keys_.remove_stored(key_id);
    ++changes_;
    return removed;
}

key_watch::listed_keys key_watch::list()
{
    return with_writer([&] {
        auto stored = writer_.list();
        return listed_keys{.stored = std::move(stored), .uses = writer_.read_uses()};
    });
}

template <class Work>
std::invoke_result_t<Work&> key_watch::with_writer(Work work)
{
    try
    {
        const std::scoped_lock lock{writer_mutex_};
        return work();
    }
    catch (const database::failure& error)
    {
        throw database::request_error(error, sdk::errc::usage_backend_unavailable);
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

void key_watch::write_uses()
{
    const auto uses = keys_.take_uses();
    try
    {
        if (!uses.empty()) reader_.write_uses(uses, keys_.startup_keys());
    }
    catch (const database::failure&) // written later; reading still works if the database only refuses to write
    {
        keys_.put_back(uses);
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
        write_uses();
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

/// False: a key was added or removed here meanwhile, which the result may miss; read again.
bool key_watch::read_into_keyring()
{
    const auto changes_before = [&] {
        const std::scoped_lock lock{mutex_};
        return changes_;
    }();
    reader_.consume_changes();
    auto result = reader_.read();
    if (result.unreadable != 0)
        log_.write(sdk::severity::warning, "stored_keys_skipped", {{"count", result.unreadable}});

    const std::scoped_lock lock{mutex_};
    if (changes_ != changes_before) return false;
    keys_.replace_stored(std::move(result.keys));
    return true;
}

} // namespace verbatim::core::auth
