#pragma once

#include <cstddef>
#include <string_view>

namespace verbatim::core::http {

/// Validates the framing of requests. Beast's parser accepts input on which two HTTP implementations may disagree where
/// a request ends (request smuggling), so all but plain, unambiguous HTTP/1.x is rejected before parsing.
/// Has no side effects; no input makes it throw or read past its end.

inline constexpr std::size_t max_head_bytes  = 16 * 1024;
inline constexpr std::size_t max_head_fields = 100;

/// Finds the end of a header block in bytes that arrive in pieces. Reads each byte once.
class head_scanner
{
public:
    enum class outcome
    {
        incomplete, ///< the end has not arrived yet
        complete,   ///< it ends at size()
        malformed,  ///< a line ends with a bare line feed, or the first byte begins no method
        too_large,  ///< over max_head_bytes, complete or not
    };

    /// `bytes`: all that has arrived since the block began; each call passes the same bytes and perhaps more.
    outcome scan(std::string_view bytes) noexcept;

    /// After `complete`: bytes of the block, its empty line included.
    std::size_t size() const noexcept { return scanned_; }

private:
    std::size_t scanned_    = 0; ///< bytes read so far
    std::size_t line_start_ = 0; ///< offset of the line that is being received
};

enum class head_status
{
    valid,
    malformed,       ///< 400
    too_many_fields, ///< 431
};

/// Checks a complete header block. It is valid with a request line of method, target and HTTP/1.0 or HTTP/1.1,
/// separated by single spaces; fields `name: value` of the allowed characters, none continued on a second line; one
/// Host (optional in 1.0); at most one Content-Length, digits only; at most one Transfer-Encoding, which is `chunked`,
/// in 1.1 only and without Content-Length.
head_status check_head(std::string_view block) noexcept;

} // namespace verbatim::core::http
