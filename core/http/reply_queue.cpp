#include "http/reply_queue.hpp"

#include <string_view>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

constexpr std::size_t batch       = 64 * 1024;
constexpr std::size_t copied_body = 16 * 1024; ///< up to this, copying is cheaper than a second buffer

} // namespace

void reply_queue::put(response reply, const delivery& how, bool without_body)
{
    write_head(reply, how, out_);
    const bool silent = without_body || reply.head_only || !has_body(reply.status);
    const auto body   = silent ? std::string_view{} : body_of(reply);
    large_            = body.size() > copied_body;
    if (large_) last_ = std::move(reply);
    else out_.append(body);
}

bool reply_queue::full() const noexcept { return large_ || out_.size() >= batch; }

std::array<asio::const_buffer, 2> reply_queue::rest(std::size_t piece) const
{
    const auto body  = large_ ? body_of(last_) : std::string_view{};
    auto       first = asio::buffer(out_);
    auto       then  = asio::buffer(body);
    if (written_ > first.size()) then += written_ - first.size();
    first += written_;
    return {asio::buffer(first, piece), asio::buffer(then, piece)};
}

void reply_queue::clear()
{
    if (out_.capacity() > 2 * batch) out_ = {};
    else out_.clear();
    if (std::exchange(large_, false)) last_ = {};
    written_ = 0;
}

} // namespace verbatim::core::http
