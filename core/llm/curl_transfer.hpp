#pragma once

#include "llm/curl_driver.hpp"
#include "llm/transport.hpp"

#include <boost/asio/steady_timer.hpp>

#include <curl/curl.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

class transfer
{
public:
    transfer(curl_driver& driver, const boost::asio::any_io_executor& home, const post& what);
    ~transfer();
    transfer(const transfer&)            = delete;
    transfer& operator=(const transfer&) = delete;

    /// Ends when curl is done; throws when the wait is cancelled.
    sdk::task<posted> answer();

    void finish(CURLcode how);

private:
    struct list_deleter
    {
        void operator()(curl_slist* one) const noexcept { curl_slist_free_all(one); }
    };

    void           add_header(const std::string& line);
    void           configure();
    posted::ending ended() const;

    static std::size_t give_body(char* to, std::size_t size, std::size_t count, void* self);
    static std::size_t take_body(char* from, std::size_t size, std::size_t count, void* self);
    static std::size_t take_header(char* from, std::size_t size, std::size_t count, void* self);

    curl_driver&                              driver_;
    const post&                               what_;
    CURL*                                     handle_;
    std::unique_ptr<curl_slist, list_deleter> headers_;
    boost::asio::steady_timer                 done_;
    std::optional<CURLcode>                   result_;
    posted                                    got_;
    std::size_t                               sent_         = 0;
    std::size_t                               header_bytes_ = 0;
    bool                                      too_large_    = false;
};

} // namespace verbatim::core::llm
