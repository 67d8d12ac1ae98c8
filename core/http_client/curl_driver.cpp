#include "http_client/curl_driver.hpp"

#include "http_client/curl_transfer.hpp"

#include <boost/asio/execution/context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>

#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace verbatim::core::http_client {

namespace asio = boost::asio;

namespace {

constexpr std::ptrdiff_t max_idle_handles = 64; ///< per URL, so that no URL takes the places of another

/// Null for handles that curl makes for itself.
transfer* transfer_of(CURL* handle)
{
    char* owner = nullptr;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &owner);
    return reinterpret_cast<transfer*>(owner);
}

} // namespace

asio::execution_context::id curl_driver::id;

/// A socket of curl that Asio waits for. Curl opens and closes it; the descriptor borrows it from the first wait until
/// it is closed. An idle connection thus stays registered with the kernel's poll between requests.
struct curl_driver::socket_watch
{
    socket_watch(asio::io_context& context, curl_socket_t socket)
        : descriptor{context, socket}
        , socket_number{socket}
    {}
    ~socket_watch() { release(); }
    socket_watch(const socket_watch&)            = delete;
    socket_watch& operator=(const socket_watch&) = delete;

    void release()
    {
        if (descriptor.is_open()) descriptor.release();
    }

    asio::posix::stream_descriptor descriptor;
    curl_socket_t                  socket_number;
    int                            curl_events = CURL_POLL_NONE; ///< that curl waits for
    bool                           reading     = false;
    bool                           writing     = false;
};

curl_driver::curl_driver(asio::execution_context& context)
    : service{context}
    , context_{static_cast<asio::io_context&>(context)}
    , timer_{context_}
    , multi_{curl_multi_init()}
{
    if (!multi_) throw std::bad_alloc{};
    curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &curl_driver::on_socket);
    curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &curl_driver::on_timer);
    curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);

    // Creates the reactor before this service, because services are destroyed in reverse order.
    asio::posix::stream_descriptor reactor_user{context_};
}

curl_driver::~curl_driver() = default;

curl_driver& curl_driver::get(const asio::any_io_executor& executor)
{
    return asio::use_service<curl_driver>(asio::query(executor, asio::execution::context));
}

void curl_driver::keep_connections(const void* user, std::size_t count)
{
    if (std::ranges::find(users_, user) != users_.end()) return;
    users_.push_back(user);
    max_connections_ += count;
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(max_connections_));
}

void curl_driver::keep_handle(curl_handle handle) noexcept
try
{
    const auto idle = std::ranges::count(idle_handles_, handle.url, &curl_handle::url);
    if (multi_ && idle < max_idle_handles) idle_handles_.push_back(std::move(handle));
}
catch (const std::bad_alloc&) // the handle is closed
{}

std::optional<curl_handle> curl_driver::take_handle(std::string_view url) noexcept
{
    const auto it = std::ranges::find(idle_handles_, url, &curl_handle::url);
    if (it == idle_handles_.end()) return std::nullopt;
    std::optional<curl_handle> handle{std::move(*it)};
    std::swap(*it, idle_handles_.back());
    idle_handles_.pop_back();
    return handle;
}

void curl_driver::start(CURL* handle)
{
    if (!multi_ || curl_multi_add_handle(multi_, handle) != CURLM_OK) throw std::bad_alloc{};
}

void curl_driver::stop(CURL* handle) noexcept
{
    if (multi_) curl_multi_remove_handle(multi_, handle);
}

/// Called when the context is destroyed. Coroutine frames that still wait are destroyed later, with multi_ null.
void curl_driver::shutdown()
{
    auto* const multi = std::exchange(multi_, nullptr);
    timer_.cancel();
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, static_cast<curl_multi_timer_callback>(nullptr));
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, static_cast<curl_socket_callback>(nullptr));
    for (auto& entry : watches_) entry.second->release();
    watches_.clear();
    idle_handles_.clear();
    curl_multi_cleanup(multi);
}

int curl_driver::on_socket(CURL* handle, curl_socket_t socket, int events, void* driver, void*)
{
    // Exceptions must not pass through C code. If memory runs out here, the transfer ends by its timeout.
    try
    {
        static_cast<curl_driver*>(driver)->watch_socket(socket, events);
        if (auto* receiver = transfer_of(handle); receiver && events == CURL_POLL_IN) receiver->clear_sent_body();
        return 0;
    }
    catch (...)
    {
        return -1;
    }
}

int curl_driver::close_socket(void* data, curl_socket_t socket)
{
    auto&      driver = *static_cast<curl_driver*>(data);
    const auto it     = driver.watches_.find(socket);
    if (it != driver.watches_.end())
    {
        it->second->release();
        driver.watches_.erase(it);
    }
    return ::close(socket);
}

int curl_driver::on_timer(CURLM*, long milliseconds, void* data)
{
    auto& driver = *static_cast<curl_driver*>(data);
    if (milliseconds < 0)
    {
        driver.timer_.cancel();
        return 0;
    }
    if (milliseconds == 0)
    {
        // Curl does this at the start of each transfer. Posting is cheaper than setting a kernel timer.
        driver.timer_.cancel();
        asio::post(driver.context_, [&driver] { driver.process_event(CURL_SOCKET_TIMEOUT, 0); });
        return 0;
    }
    driver.timer_.expires_after(std::chrono::milliseconds{milliseconds});
    driver.timer_.async_wait([&driver](boost::system::error_code error) {
        if (!error) driver.process_event(CURL_SOCKET_TIMEOUT, 0);
    });
    return 0;
}

void curl_driver::watch_socket(curl_socket_t socket, int events)
{
    const auto it = watches_.find(socket);
    if (events == CURL_POLL_REMOVE)
    {
        if (it == watches_.end()) return;
        it->second->curl_events = CURL_POLL_NONE;
        if (it->second->reading || it->second->writing) it->second->descriptor.cancel();
        return;
    }
    auto watch         = it != watches_.end()
                             ? it->second
                             : watches_.emplace(socket, std::make_shared<socket_watch>(context_, socket)).first->second;
    watch->curl_events = events;
    arm(watch);
}

/// Keeps at most one wait per direction, and renews it as long as curl needs it.
void curl_driver::arm(const std::shared_ptr<socket_watch>& watch)
{
    const auto wait = [&](auto direction, int curl_event, int event, bool socket_watch::*is_waiting) {
        if ((watch->curl_events & curl_event) == 0 || (*watch).*is_waiting) return;
        (*watch).*is_waiting = true;
        watch->descriptor.async_wait(direction,
                                     [this, watch, curl_event, event, is_waiting](boost::system::error_code error) {
                                         (*watch).*is_waiting = false;
                                         if (!watch->descriptor.is_open()) return;
                                         if (!error && (watch->curl_events & curl_event) != 0)
                                             process_event(watch->socket_number, event);
                                         if (watch->descriptor.is_open())
                                             arm(watch); // also after an error: the next request may need it
                                     });
    };
    wait(asio::posix::stream_descriptor::wait_read, CURL_POLL_IN, CURL_CSELECT_IN, &socket_watch::reading);
    wait(asio::posix::stream_descriptor::wait_write, CURL_POLL_OUT, CURL_CSELECT_OUT, &socket_watch::writing);
}

void curl_driver::process_event(curl_socket_t socket, int events)
{
    int running = 0;
    curl_multi_socket_action(multi_, socket, events, &running);
    collect_finished();
}

void curl_driver::collect_finished()
{
    int remaining = 0;
    while (const auto* message = curl_multi_info_read(multi_, &remaining))
    {
        if (message->msg == CURLMSG_DONE) transfer_of(message->easy_handle)->finish(message->data.result);
    }
}

} // namespace verbatim::core::http_client
