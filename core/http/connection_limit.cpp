#include "http/connection_limit.hpp"

namespace verbatim::core::http {

namespace {

/// An IPv4 address, or the network of 64 bits of an IPv6 address.
std::uint64_t key_of(const boost::asio::ip::address& client)
{
    constexpr std::uint64_t ipv4 = std::uint64_t{0xFF} << 56; // multicast addresses in IPv6, which no client has
    if (client.is_v4()) return ipv4 | client.to_v4().to_uint();
    const auto bytes = client.to_v6().to_bytes();
    if (client.to_v6().is_v4_mapped())
        return ipv4 | std::uint64_t{bytes[12]} << 24 | std::uint64_t{bytes[13]} << 16 | std::uint64_t{bytes[14]} << 8 |
               bytes[15];
    std::uint64_t network = 0;
    for (std::size_t n = 0; n != 8; ++n) network = network << 8 | bytes[n];
    return network;
}

} // namespace

std::optional<connection_limit::place> connection_limit::admit(const boost::asio::ip::address& client)
{
    const auto            key = key_of(client);
    const std::lock_guard lock{mutex_};

    const auto from_client = by_client_.find(key);
    const bool over_share  = from_client != by_client_.end() && from_client->second >= limit_per_address_;
    if (admitted_ >= limit_) return refuse(key, admission::over_limit);
    if (over_share) return refuse(key, admission::over_limit_of_address);
    ++by_client_[key];
    ++admitted_;
    return place{*this, key, admission::admitted};
}

std::optional<connection_limit::place> connection_limit::refuse()
{
    const std::lock_guard lock{mutex_};
    return refuse(0, admission::over_limit);
}

std::optional<connection_limit::place> connection_limit::refuse(std::uint64_t client, admission reason)
{
    // More simultaneous 503 responses would exhaust the memory that the limit protects.
    constexpr std::size_t max_refusals = 64;
    if (refused_ >= max_refusals) return std::nullopt;
    ++refused_;
    return place{*this, client, reason};
}

void connection_limit::place::admit_as_replacement()
{
    const std::lock_guard lock{limit_->mutex_};
    ++limit_->by_client_[client_];
    ++limit_->admitted_;
    --limit_->refused_;
    admission_ = admission::admitted;
}

void connection_limit::release(const place& released)
{
    const std::lock_guard lock{mutex_};
    if (released.admission_ == admission::admitted)
    {
        --admitted_;
        const auto from_client = by_client_.find(released.client_);
        if (--from_client->second == 0) by_client_.erase(from_client);
    }
    else --refused_;
    if (admitted_ + refused_ == 0) empty_.notify_all();
}

std::size_t connection_limit::open() const
{
    const std::lock_guard lock{mutex_};
    return admitted_ + refused_;
}

bool connection_limit::wait_until_empty(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop)
{
    std::unique_lock lock{mutex_};
    return empty_.wait_until(lock, stop, deadline, [this] { return admitted_ + refused_ == 0; });
}

} // namespace verbatim::core::http
