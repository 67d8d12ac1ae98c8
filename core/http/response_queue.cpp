#include "http/response_queue.hpp"

#include <string_view>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

constexpr std::size_t flush_size      = 64 * 1024;
constexpr std::size_t max_copied_body = 16 * 1024; ///< up to this, copying is cheaper than a second buffer

} // namespace

void response_queue::push(response response, const connection_fields& fields, bool without_body)
{
    write_head(response, fields, bytes_);
    const bool omit_body = without_body || response.head_only || !has_body(response.status);
    const auto body      = omit_body ? std::string_view{} : body_of(response);
    has_large_body_      = body.size() > max_copied_body;
    if (has_large_body_) large_response_ = std::move(response);
    else bytes_.append(body);
}

bool response_queue::full() const noexcept { return has_large_body_ || bytes_.size() >= flush_size; }

std::array<asio::const_buffer, 2> response_queue::pending(std::size_t max_bytes) const
{
    const auto body   = has_large_body_ ? body_of(large_response_) : std::string_view{};
    auto       first  = asio::buffer(bytes_);
    auto       second = asio::buffer(body);
    if (written_ > first.size()) second += written_ - first.size();
    first += written_;
    return {asio::buffer(first, max_bytes), asio::buffer(second, max_bytes)};
}

void response_queue::clear()
{
    if (bytes_.capacity() > 2 * flush_size) bytes_ = {};
    else bytes_.clear();
    if (std::exchange(has_large_body_, false)) large_response_ = {};
    written_ = 0;
}

} // namespace verbatim::core::http
