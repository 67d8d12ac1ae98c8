#include "cli/server/http_client.hpp"

#include "verbatim/sdk/text.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <new>
#include <utility>

namespace verbatim::cli::server {

namespace {

constexpr std::size_t max_response = std::size_t{64} << 20; ///< a server sends at most 16 MiB
constexpr std::size_t max_headers  = 100;

/// Text of curl about a failed exchange, for people.
std::string describe(CURLcode code, const char* details, const std::string& url)
{
    switch (code)
    {
    case CURLE_COULDNT_RESOLVE_HOST: return url + ": the host name is unknown";
    case CURLE_COULDNT_CONNECT: return url + ": no server accepts connections there";
    case CURLE_OPERATION_TIMEDOUT: return url + ": no response in time";
    case CURLE_PEER_FAILED_VERIFICATION:
        return url + ": the certificate of the server is not trusted. Name its issuer with --ca-file FILE";
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE: return url + ": the connection ended before the response";
    default: return url + ": " + (*details ? details : curl_easy_strerror(code));
    }
}

struct list_deleter
{
    void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};

} // namespace

std::string http_response::header(const std::string& name) const
{
    const auto found = headers.find(name);
    return found == headers.end() ? std::string{} : found->second;
}

std::chrono::seconds http_response::retry_after(std::chrono::seconds otherwise) const
{
    const auto text  = header("retry-after");
    long       value = 0;
    const auto read  = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && read.ec == std::errc{} && value >= 0 && value <= 86'400 ? std::chrono::seconds{value}
                                                                                    : otherwise;
}

struct http_client::state
{
    explicit state(access access_)
        : target{std::move(access_)}
    {
        if (!multi) throw std::bad_alloc{};
    }
    ~state() { curl_multi_cleanup(multi); }

    access target;
    CURLM* multi = curl_multi_init();
};

/// One exchange. Curl keeps the address of the object.
class http_client::transfer
{
public:
    transfer(state& client, http_request request)
        : client_{client}
        , request_{std::move(request)}
        , handle_{curl_easy_init()}
    {
        if (!handle_) throw std::bad_alloc{};
        configure();
        curl_multi_add_handle(client_.multi, handle_);
    }
    ~transfer()
    {
        curl_multi_remove_handle(client_.multi, handle_);
        curl_easy_cleanup(handle_);
    }
    transfer(const transfer&)            = delete;
    transfer& operator=(const transfer&) = delete;

    bool is_finished() const noexcept { return finished_; }
    bool has_response() const noexcept { return finished_ && (code_ == CURLE_OK || thrown_); }
    void finish(CURLcode code)
    {
        finished_   = true;
        code_       = code;
        long status = 0;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        response_.status = static_cast<int>(status);
    }

    /// Throws no_response.
    http_response take()
    {
        if (thrown_) std::rethrow_exception(thrown_);
        if (code_ != CURLE_OK) throw no_response{describe(code_, details_, client_.target.base_url)};
        return std::move(response_);
    }

    static transfer& of(CURL* handle)
    {
        char* data = nullptr;
        curl_easy_getinfo(handle, CURLINFO_PRIVATE, &data);
        return *reinterpret_cast<transfer*>(data);
    }

private:
    template <class Value>
    void set(CURLoption option, Value value)
    {
        if (curl_easy_setopt(handle_, option, value) == CURLE_OUT_OF_MEMORY) throw std::bad_alloc{};
    }

    void add_header(const std::string& line)
    {
        auto* longer = curl_slist_append(headers_.get(), line.c_str());
        if (!longer) throw std::bad_alloc{};
        (void)headers_.release();
        headers_.reset(longer);
    }

    void configure()
    {
        const auto& target = client_.target;
        set(CURLOPT_URL, (target.base_url + request_.path).c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_PRIVATE, this);
        set(CURLOPT_ERRORBUFFER, details_);
        set(CURLOPT_CONNECTTIMEOUT_MS, 15'000L);
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
        if (request_.max_silence.count() != 0)
        {
            set(CURLOPT_LOW_SPEED_LIMIT, 1L);
            set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(request_.max_silence.count()));
        }
        if (target.direct) set(CURLOPT_NOPROXY, "*");
        if (!target.ca_file.empty()) set(CURLOPT_CAINFO, target.ca_file.c_str());
        set(CURLOPT_WRITEFUNCTION, &on_body);
        set(CURLOPT_WRITEDATA, this);
        set(CURLOPT_HEADERFUNCTION, &on_header);
        set(CURLOPT_HEADERDATA, this);
        configure_request(target);
    }

    void configure_request(const access& target)
    {
        set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
        add_header("User-Agent: verbatim");
        if (!target.key.empty()) add_header("Authorization: Bearer " + target.key);
        if (request_.method == "POST")
        {
            add_header("Content-Type: application/json");
            set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
            set(CURLOPT_POSTFIELDS, request_.body.empty() ? "" : request_.body.data());
        }
        for (const auto& line : request_.headers) add_header(line);
        set(CURLOPT_HTTPHEADER, headers_.get());
    }

    /// Exceptions must not pass through curl: they end the transfer, and take() throws them.
    template <class Act>
    std::size_t guarded(std::size_t size, Act act) noexcept
    try
    {
        return act() ? size : 0;
    }
    catch (...)
    {
        thrown_ = std::current_exception();
        return 0;
    }

    static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* data)
    {
        auto& self = *static_cast<transfer*>(data);
        return self.guarded(size * count, [&] { return self.take_body({bytes, size * count}); });
    }

    bool take_body(std::string_view bytes)
    {
        if (request_.on_data && status_ == 200) request_.on_data(bytes);
        else response_.body.append(bytes);
        return response_.body.size() <= max_response;
    }

    static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* data)
    {
        auto& self = *static_cast<transfer*>(data);
        return self.guarded(size * count, [&] { return self.take_header({bytes, size * count}); });
    }

    bool take_header(std::string_view line)
    {
        if (line.starts_with("HTTP/"))
        {
            curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status_);
            response_.headers.clear();
        }
        else if (const auto colon = line.find(':'); colon != line.npos && response_.headers.size() < max_headers)
            response_.headers[sdk::ascii::lowercase(line.substr(0, colon))] =
                sdk::ascii::trimmed(line.substr(colon + 1));
        return true;
    }

    state&                                    client_;
    http_request                              request_;
    CURL*                                     handle_;
    std::unique_ptr<curl_slist, list_deleter> headers_;
    http_response                             response_;
    long                                      status_   = 0;
    bool                                      finished_ = false;
    CURLcode                                  code_     = CURLE_OK;
    std::exception_ptr                        thrown_;
    char                                      details_[CURL_ERROR_SIZE]{};
};

http_client::http_client(access access)
    : state_{std::make_unique<state>(std::move(access))}
{}

http_client::~http_client() = default;

const access& http_client::target() const noexcept { return state_->target; }

/// Lets curl work until something happens, at most for a tenth of a second.
void http_client::wait()
{
    int running = 0;
    if (curl_multi_perform(state_->multi, &running) != CURLM_OK) throw std::bad_alloc{};
    int  left = 0;
    bool any  = false;
    while (const auto* message = curl_multi_info_read(state_->multi, &left))
        if (message->msg == CURLMSG_DONE)
        {
            transfer::of(message->easy_handle).finish(message->data.result);
            any = true;
        }
    if (any) return;
    curl_multi_poll(state_->multi, nullptr, 0, 100, nullptr);
    if (interruption() != 0) throw interrupted{};
    if (on_wait) on_wait();
}

http_response http_client::send(const http_request& request)
{
    transfer exchange{*state_, request};
    while (!exchange.is_finished()) wait();
    if (!exchange.has_response()) require_running();
    return exchange.take();
}

void http_client::require_running() const
{
    if (state_->target.require_running) state_->target.require_running();
}

} // namespace verbatim::cli::server
