#include "llm/curl_driver.hpp"

#include "llm/curl_transfer.hpp"

#include <boost/asio/execution/context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>

#include <unistd.h>

#include <new>
#include <utility>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

constexpr std::size_t idle_handles = 64;

} // namespace

asio::execution_context::id curl_driver::id;

/// A socket of curl's that Asio waits for. Curl opens and closes it; the descriptor only borrows, from the first wait
/// until the socket is closed: a connection that is kept for the next request stays known to the kernel's poll.
struct curl_driver::watch
{
    watch(asio::io_context& home, curl_socket_t socket)
        : waiting{home, socket}
        , number{socket}
    {}
    ~watch() { forget(); }
    watch(const watch&)            = delete;
    watch& operator=(const watch&) = delete;

    void forget()
    {
        if (waiting.is_open()) waiting.release();
    }

    asio::posix::stream_descriptor waiting;
    curl_socket_t                  number;
    int                            wanted  = CURL_POLL_NONE;
    bool                           reading = false;
    bool                           writing = false;
};

curl_driver::curl_driver(asio::execution_context& home)
    : service{home}
    , home_{static_cast<asio::io_context&>(home)}
    , timer_{home_}
    , multi_{curl_multi_init()}
{
    if (!multi_) throw std::bad_alloc{};
    curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &curl_driver::want_socket);
    curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &curl_driver::want_timer);
    curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);

    // The reactor must be there before this service, because services end in reverse order.
    asio::posix::stream_descriptor first{home_};
}

curl_driver::~curl_driver() = default;

curl_driver& curl_driver::of(const asio::any_io_executor& executor)
{
    return asio::use_service<curl_driver>(asio::query(executor, asio::execution::context));
}

void curl_driver::keep_connections(std::size_t count)
{
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(count));
}

CURL* curl_driver::borrow()
{
    if (!idle_.empty())
    {
        auto* handle = idle_.back();
        idle_.pop_back();
        return handle;
    }
    auto* handle = curl_easy_init();
    if (!handle) throw std::bad_alloc{};
    return handle;
}

void curl_driver::give_back(CURL* handle) noexcept
{
    if (multi_ && idle_.size() < idle_handles && idle_.capacity() >= idle_.size() + 1)
    {
        curl_easy_reset(handle);
        idle_.push_back(handle);
        return;
    }
    curl_easy_cleanup(handle);
}

void curl_driver::start(CURL* handle)
{
    idle_.reserve(idle_handles); // so that giving back never allocates
    if (!multi_ || curl_multi_add_handle(multi_, handle) != CURLM_OK) throw std::bad_alloc{};
}

void curl_driver::stop(CURL* handle) noexcept
{
    if (multi_) curl_multi_remove_handle(multi_, handle);
}

/// The context ends. Frames that still wait are destroyed after this and find no multi any more.
void curl_driver::shutdown()
{
    auto* const multi = std::exchange(multi_, nullptr);
    timer_.cancel();
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, static_cast<curl_multi_timer_callback>(nullptr));
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, static_cast<curl_socket_callback>(nullptr));
    for (auto& each : watches_) each.second->forget();
    watches_.clear();
    for (auto* each : idle_) curl_easy_cleanup(each);
    idle_.clear();
    curl_multi_cleanup(multi);
}

int curl_driver::want_socket(CURL*, curl_socket_t socket, int what, void* self, void*)
{
    // Curl is C: nothing may be thrown through it. Without memory the transfer ends with its time.
    try
    {
        static_cast<curl_driver*>(self)->watch_socket(socket, what);
        return 0;
    }
    catch (...)
    {
        return -1;
    }
}

int curl_driver::close_socket(void* self, curl_socket_t socket)
{
    auto&      driver = *static_cast<curl_driver*>(self);
    const auto known  = driver.watches_.find(socket);
    if (known != driver.watches_.end())
    {
        known->second->forget();
        driver.watches_.erase(known);
    }
    return ::close(socket);
}

int curl_driver::want_timer(CURLM*, long milliseconds, void* self)
{
    auto& driver = *static_cast<curl_driver*>(self);
    if (milliseconds < 0)
    {
        driver.timer_.cancel();
        return 0;
    }
    if (milliseconds == 0)
    {
        // Every transfer begins so. The next turn of the loop is soon enough, and asks no clock of the kernel's.
        driver.timer_.cancel();
        asio::post(driver.home_, [&driver] { driver.act(CURL_SOCKET_TIMEOUT, 0); });
        return 0;
    }
    driver.timer_.expires_after(std::chrono::milliseconds{milliseconds});
    driver.timer_.async_wait([&driver](boost::system::error_code stopped) {
        if (!stopped) driver.act(CURL_SOCKET_TIMEOUT, 0);
    });
    return 0;
}

void curl_driver::watch_socket(curl_socket_t socket, int what)
{
    const auto known = watches_.find(socket);
    if (what == CURL_POLL_REMOVE)
    {
        if (known == watches_.end()) return;
        known->second->wanted = CURL_POLL_NONE;
        if (known->second->reading || known->second->writing) known->second->waiting.cancel();
        return;
    }
    auto one    = known != watches_.end() ? known->second
                                          : watches_.emplace(socket, std::make_shared<watch>(home_, socket)).first->second;
    one->wanted = what;
    arm(one);
}

/// Each direction waits at most once at a time, and again as long as curl wants it.
void curl_driver::arm(const std::shared_ptr<watch>& one)
{
    const auto wait = [&](auto direction, int wanted, int event, bool watch::*waiting) {
        if ((one->wanted & wanted) == 0 || (*one).*waiting) return;
        (*one).*waiting = true;
        one->waiting.async_wait(direction, [this, one, wanted, event, waiting](boost::system::error_code stopped) {
            (*one).*waiting = false;
            if (!one->waiting.is_open()) return;
            if (!stopped && (one->wanted & wanted) != 0) act(one->number, event);
            if (one->waiting.is_open()) arm(one); // also after a stop: the next request may want it already
        });
    };
    wait(asio::posix::stream_descriptor::wait_read, CURL_POLL_IN, CURL_CSELECT_IN, &watch::reading);
    wait(asio::posix::stream_descriptor::wait_write, CURL_POLL_OUT, CURL_CSELECT_OUT, &watch::writing);
}

void curl_driver::act(curl_socket_t socket, int events)
{
    int running = 0;
    curl_multi_socket_action(multi_, socket, events, &running);
    collect_finished();
}

void curl_driver::collect_finished()
{
    int left = 0;
    while (const auto* message = curl_multi_info_read(multi_, &left))
    {
        if (message->msg != CURLMSG_DONE) continue;
        char* owner = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
        reinterpret_cast<transfer*>(owner)->finish(message->data.result);
    }
}

} // namespace verbatim::core::llm
