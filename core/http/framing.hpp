#pragma once

#include <cstddef>
#include <string_view>

namespace verbatim::core::http {

/// Guards the border between two requests. The parser behind it is lenient where two readers of one connection may come
/// to disagree on where a request ends, so whatever is not plain and unambiguous HTTP/1.x is refused here, before it is
/// parsed. Pure; no input makes it throw or read past its end.

inline constexpr std::size_t max_head_bytes  = 16 * 1024;
inline constexpr std::size_t max_head_fields = 100;

/// Finds the end of a header block in bytes that arrive in pieces, looking at each byte once.
class head_scanner
{
public:
    enum class outcome
    {
        incomplete, ///< the block has not ended yet
        complete,   ///< it ends at size()
        malformed,  ///< no HTTP: a line ended by a bare line feed, or a first byte that begins no method
        too_large,  ///< over max_head_bytes, ended or not
    };

    /// `bytes` begin with the block and hold all that has arrived; each time the same bytes and perhaps more.
    outcome scan(std::string_view bytes) noexcept;

    /// After `complete`: bytes of the block, its empty line included.
    std::size_t size() const noexcept { return scanned_; }

private:
    std::size_t scanned_    = 0; ///< bytes looked at
    std::size_t line_start_ = 0; ///< where the line being received begins
};

enum class head_status
{
    valid,
    malformed,       ///< 400
    too_many_fields, ///< 431
};

/// Judges a complete header block. Sound is a request line of method, target and HTTP/1.0 or HTTP/1.1 with single
/// blanks between; fields `name: value` of the allowed characters, none continued on a second line; one Host (none
/// needed with 1.0); at most one Content-Length, a plain number; at most one Transfer-Encoding, which is `chunked`,
/// with 1.1 and without Content-Length.
head_status check_head(std::string_view block) noexcept;

} // namespace verbatim::core::http
