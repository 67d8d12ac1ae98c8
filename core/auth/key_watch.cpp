#include "auth/key_watch.hpp"

#include "database/failure.hpp"

#include "verbatim/sdk/error.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

namespace verbatim::core::auth {

namespace {

/// How often a database that is away is tried.
constexpr std::chrono::milliseconds retry_interval{2'000};

/// Whether the database could not be reached, and may be a moment later.
bool is_unavailable(database::error_kind kind) noexcept
{
    using enum database::error_kind;
    return kind == unavailable || kind == refused || kind == busy || kind == replaced;
}

} // namespace

key_watch::key_watch(const database::connection_info& connection, keyring& keys, sdk::log& log,
                     std::chrono::milliseconds interval)
    : keys_{keys}
    , log_{log}
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
        throw sdk::error{is_unavailable(error.kind()) ? sdk::errc::usage_backend_unavailable
                                                      : sdk::errc::internal_error,
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
        read();
        wakeup_.wait(reported_error_.empty() ? interval_ : std::min(interval_, retry_interval),
                     reader_.change_socket());
    }
}

void key_watch::read()
{
    std::string_view error;
    try
    {
        while (!read_into_keyring())
        {}
    }
    catch (const database::failure& caught)
    {
        error = database::to_string(caught.kind());
    }
    catch (const std::exception&)
    {
        error = "no_memory";
    }
    if (!stop_.stop_requested()) report_state(error); // broken off, which says nothing about the database

    const std::scoped_lock lock{mutex_};
    ++attempts_;
    succeeded_ = error.empty();
    attempt_finished_.notify_all();
}

/// False: a key was added here while the table was read, and what was read may lack it.
bool key_watch::read_into_keyring()
{
    const auto added_before = [&] {
        const std::scoped_lock lock{mutex_};
        return added_;
    }();
    reader_.consume_changes();
    auto stored = reader_.read();
    if (stored.unreadable != 0)
        log_.write(sdk::severity::warning, "stored_keys_skipped", {{"count", stored.unreadable}});

    const std::scoped_lock lock{mutex_};
    if (added_ != added_before) return false;
    keys_.replace_stored(std::move(stored.keys));
    return true;
}

/// Only what has changed: the database may be away for days.
void key_watch::report_state(std::string_view error)
{
    if (error == reported_error_) return;
    if (error.empty()) log_.write(sdk::severity::info, "stored_keys_available");
    else log_.write(sdk::severity::warning, "stored_keys_unavailable", {{"error_class", error}});
    reported_error_ = error;
}

key_watch::wakeup::wakeup()
    : descriptor_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}
{
    if (descriptor_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

key_watch::wakeup::~wakeup() { ::close(descriptor_); }

void key_watch::wakeup::notify() noexcept { ::eventfd_write(descriptor_, 1); }

void key_watch::wakeup::wait(std::chrono::milliseconds timeout, int other_descriptor) noexcept
{
    pollfd descriptors[]{{.fd = descriptor_, .events = POLLIN, .revents = 0},
                         {.fd = other_descriptor, .events = POLLIN, .revents = 0}};
    ::poll(descriptors, std::size(descriptors), static_cast<int>(timeout.count()));
    eventfd_t count = 0;
    ::eventfd_read(descriptor_, &count);
}

} // namespace verbatim::core::auth
