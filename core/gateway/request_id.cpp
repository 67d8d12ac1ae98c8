#include "gateway/request_id.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace verbatim::core::gateway {
namespace {

/// Makes a random UUID one of version 7, as RFC 9562 specifies.
void set_time(boost::uuids::uuid& id, std::chrono::system_clock::time_point time) noexcept
{
    constexpr std::size_t time_bytes   = 6;
    const auto            milliseconds = std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
    for (std::size_t at = 0; at < time_bytes; ++at)
        id.data[at] = static_cast<std::uint8_t>(milliseconds >> 8 * (time_bytes - 1 - at));
    id.data[time_bytes] = static_cast<std::uint8_t>(0x70U | (id.data[time_bytes] & 0x0FU));
}

} // namespace

std::string make_request_id()
{
    // Seeded from system entropy once per thread: ids must not collide, but may be predictable.
    thread_local boost::uuids::random_generator_mt19937 generator;

    auto id = generator();
    set_time(id, std::chrono::system_clock::now());
    std::string text(36, '\0');
    boost::uuids::to_chars(id, text.data());
    return text;
}

} // namespace verbatim::core::gateway
