#pragma once

#include "http/message.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace verbatim::core::http {

/// Parses one request from a header block that `check_head` accepted. Its views point into that block. The only
/// place that uses Beast's parser.
class request_parser final : private boost::beast::http::basic_parser<true>
{
public:
    enum class progress
    {
        incomplete, ///< everything usable is consumed
        complete,   ///< the body has ended; the following bytes belong to the next request
        too_large,  ///< over the limit of `collect`
        malformed,
    };

    request_parser();

    /// Parses a complete header block. False: the request is malformed.
    bool read_head(std::string_view block);

    const request_head& head() const noexcept { return head_; }

    /// Makes the views point into a copy of the block.
    void rebase(std::string_view block, const char* copy) noexcept;

    /// The request has no body, or the body was parsed to its end.
    bool finished() const { return is_done(); }
    bool keeps_alive() const { return keep_alive(); }
    bool is_http_1_0() const noexcept { return http_1_0_; }
    bool expects_continue() const noexcept { return expects_continue_; }

    /// Appends the body from now on to `body`, at most `limit` bytes in total. Null: the bytes are discarded.
    void collect(std::string* body, std::uint64_t limit) noexcept;

    /// Parses body bytes and sets `used`. Pass the unused bytes again when more have arrived.
    progress feed(std::string_view bytes, std::size_t& used);

private:
    using verb        = boost::beast::http::verb;
    using field       = boost::beast::http::field;
    using string_view = boost::beast::string_view;
    using error_code  = boost::beast::error_code;
    using length      = boost::optional<std::uint64_t>;

    void        on_request_impl(verb, string_view, string_view, int, error_code&) override;
    void        on_response_impl(int, string_view, int, error_code&) override;
    void        on_field_impl(field, string_view, string_view, error_code&) override;
    void        on_header_impl(error_code&) override;
    void        on_body_init_impl(const length&, error_code&) override;
    std::size_t on_body_impl(string_view, error_code&) override;
    void        on_chunk_header_impl(std::uint64_t, string_view, error_code&) override;
    std::size_t on_chunk_body_impl(std::uint64_t, string_view, error_code&) override;
    void        on_finish_impl(error_code&) override;

    void set_once(std::optional<std::string_view>& value, bool& seen, std::string_view text) noexcept;
    void add_tracestate(std::string_view text);
    void read_unknown_field(std::string_view name, std::string_view text);

    request_head  head_;
    bool          http_1_0_           = false;
    bool          expects_continue_   = false;
    bool          head_read_          = false;
    bool          authorization_seen_ = false;
    bool          request_id_seen_    = false;
    bool          traceparent_seen_   = false;
    bool          tracestate_dropped_ = false;
    bool          chunk_begun_        = false;
    const char*   chunk_line_         = nullptr; ///< where the latest chunk's size line begins
    std::string*  body_               = nullptr;
    std::uint64_t remaining_          = 0; ///< bytes that may still arrive
};

} // namespace verbatim::core::http
