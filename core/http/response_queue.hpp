#pragma once

#include "http/message.hpp"
#include "http/response_head.hpp"

#include <boost/asio/buffer.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace verbatim::core::http {

/// The bytes a connection has yet to send: replies in order, small bodies side by side with their heads so that one
/// write carries several replies. Keeps its memory between requests, unless a burst made it large.
class response_queue
{
public:
    /// `without_body`: a HEAD request's reply, of which only the length goes out.
    void push(response response, const connection_fields& fields, bool without_body);

    /// The interim response that invites a client to send its body.
    void push_continue() { bytes_.append("HTTP/1.1 100 Continue\r\n\r\n"); }

    bool empty() const noexcept { return bytes_.empty(); }

    /// Better written before more is put: it is large, or its last body is.
    bool full() const noexcept;

    /// What is left to write, each buffer of at most `piece` bytes. Views live until the next call that is not const.
    std::array<boost::asio::const_buffer, 2> pending(std::size_t max_bytes) const;

    void written(std::size_t count) noexcept { written_ += count; }

    /// After all of it was written.
    void clear();

private:
    std::string bytes_;
    response    large_response_; ///< keeps a large body, which follows `out_`
    bool        has_large_body_ = false;
    std::size_t written_        = 0;
};

} // namespace verbatim::core::http
