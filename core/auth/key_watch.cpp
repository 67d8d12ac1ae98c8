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
constexpr std::chrono::milliseconds while_away{2'000};

/// Whether the database could not be reached, and may be a moment later.
bool is_away(database::trouble what) noexcept
{
    using enum database::trouble;
    return what == unavailable || what == refused || what == busy || what == replaced;
}

} // namespace

key_watch::key_watch(const database::place& where, keyring& keys, sdk::log& log, std::chrono::milliseconds every)
    : keys_{keys}
    , log_{log}
    , every_{every}
    , to_add_{where, key_store::ears::shut, end_.get_token()}
    , to_read_{where, key_store::ears::open, end_.get_token()}
    , thread_{[this] { work(); }}
{}

key_watch::~key_watch() { stop(); }

void key_watch::add(const new_key& one)
{
    if (!stored(one)) throw sdk::error{sdk::errc::conflict};
    const std::scoped_lock lock{guard_};
    keys_.add_stored({one.of, {.tenant_id = one.tenant_id, .key_id = one.key_id, .is_superuser = one.is_superuser}});
    ++added_;
}

bool key_watch::stored(const new_key& one)
{
    try
    {
        const std::scoped_lock lock{adding_};
        return to_add_.add(one);
    }
    catch (const database::failure& failed)
    {
        throw sdk::error{is_away(failed.kind()) ? sdk::errc::usage_backend_unavailable : sdk::errc::internal_error,
                         "database " + std::string{database::to_string(failed.kind())}};
    }
}

void key_watch::read_soon() noexcept { bell_.ring(); }

std::uint64_t key_watch::attempts() const
{
    const std::scoped_lock lock{guard_};
    return attempts_;
}

bool key_watch::wait_for_attempts(std::uint64_t count, std::chrono::milliseconds longest)
{
    std::unique_lock lock{guard_};
    tried_.wait_for(lock, longest, [&] { return attempts_ >= count; });
    return succeeded_;
}

void key_watch::stop() noexcept
{
    end_.request_stop();
    bell_.ring();
    if (thread_.joinable()) thread_.join();
}

void key_watch::work()
{
    while (!end_.stop_requested())
    {
        read();
        bell_.wait(trouble_.empty() ? every_ : std::min(every_, while_away), to_read_.changes());
    }
}

void key_watch::read()
{
    std::string_view trouble;
    try
    {
        while (!read_into_keyring())
        {}
    }
    catch (const database::failure& failed)
    {
        trouble = database::to_string(failed.kind());
    }
    catch (const std::exception&)
    {
        trouble = "no_memory";
    }
    if (!end_.stop_requested()) tell(trouble); // broken off, which says nothing about the database

    const std::scoped_lock lock{guard_};
    ++attempts_;
    succeeded_ = trouble.empty();
    tried_.notify_all();
}

/// False: a key was added here while the table was read, and what was read may lack it.
bool key_watch::read_into_keyring()
{
    const auto added_before = [&] {
        const std::scoped_lock lock{guard_};
        return added_;
    }();
    to_read_.take_changes();
    auto found = to_read_.read();
    if (found.unreadable != 0)
        log_.write(sdk::severity::warning, "stored keys left out", {{"count", found.unreadable}});

    const std::scoped_lock lock{guard_};
    if (added_ != added_before) return false;
    keys_.replace_stored(std::move(found.keys));
    return true;
}

/// Only what has changed: the database may be away for days.
void key_watch::tell(std::string_view trouble)
{
    if (trouble == trouble_) return;
    if (trouble.empty()) log_.write(sdk::severity::info, "stored keys are read again");
    else log_.write(sdk::severity::warning, "stored keys cannot be read", {{"error_class", trouble}});
    trouble_ = trouble;
}

key_watch::bell::bell()
    : descriptor_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}
{
    if (descriptor_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

key_watch::bell::~bell() { ::close(descriptor_); }

void key_watch::bell::ring() noexcept { ::eventfd_write(descriptor_, 1); }

void key_watch::bell::wait(std::chrono::milliseconds longest, int other) noexcept
{
    pollfd heard[]{{.fd = descriptor_, .events = POLLIN, .revents = 0}, {.fd = other, .events = POLLIN, .revents = 0}};
    ::poll(heard, std::size(heard), static_cast<int>(longest.count()));
    eventfd_t rings = 0;
    ::eventfd_read(descriptor_, &rings);
}

} // namespace verbatim::core::auth
