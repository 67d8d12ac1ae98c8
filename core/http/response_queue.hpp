#pragma once

#include "http/message.hpp"
#include "http/response_head.hpp"

#include <boost/asio/buffer.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::core::http {

/// Responses that wait to be sent, in order. Small bodies follow their heads in one buffer, so that one write carries
/// several responses. Keeps its memory between requests unless it grew large.
class response_queue
{
public:
    /// `without_body`: the response to HEAD, which has a length but no bytes.
    void push(response response, const connection_fields& fields, bool without_body);

    /// The interim response that invites a client to send its body.
    void push_continue() { bytes_.append("HTTP/1.1 100 Continue\r\n\r\n"); }

    /// A part of a streamed body.
    void push_bytes(std::string_view bytes) { bytes_.append(bytes); }

    bool empty() const noexcept { return bytes_.empty(); }

    /// The queue or its last body is large: flush before the next push.
    bool full() const noexcept;

    /// The bytes not written yet, at most `max_bytes` in each buffer. Valid until the next non-const call.
    std::array<boost::asio::const_buffer, 2> pending(std::size_t max_bytes) const;

    void        written(std::size_t count) noexcept { written_ += count; }
    std::size_t written() const noexcept { return written_; } ///< since the queue was empty

    /// Empties the queue after everything was written.
    void clear();

private:
    std::string bytes_;
    response    large_response_; ///< its body follows `bytes_`
    bool        has_large_body_ = false;
    std::size_t written_        = 0;
};

} // namespace verbatim::core::http
