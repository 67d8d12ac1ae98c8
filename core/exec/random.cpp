#include "exec/random.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <pthread.h>
#include <random>

namespace verbatim::core::exec {

double random_fraction()
{
    thread_local std::minstd_rand          generator{std::random_device{}()};
    std::uniform_real_distribution<double> fraction{0, 1};
    return fraction(generator);
}

namespace {

/// Seeded from system entropy once per thread, and again after a fork: two processes must never make the same id.
boost::uuids::uuid random_uuid()
{
    thread_local std::optional<boost::uuids::random_generator_mt19937> generator;
    [[maybe_unused]] static const int code = ::pthread_atfork(nullptr, nullptr, [] { generator.reset(); });
    if (!generator) generator.emplace();
    return (*generator)();
}

/// Makes a random UUID one of version 7, as RFC 9562 specifies.
void set_time(boost::uuids::uuid& id, std::chrono::system_clock::time_point time) noexcept
{
    constexpr std::size_t time_bytes   = 6;
    const auto            milliseconds = std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
    for (std::size_t at = 0; at < time_bytes; ++at)
        id.data[at] = static_cast<std::uint8_t>(milliseconds >> 8 * (time_bytes - 1 - at));
    id.data[time_bytes] = static_cast<std::uint8_t>(0x70U | (id.data[time_bytes] & 0x0FU));
}

std::string to_text(const boost::uuids::uuid& id)
{
    std::string text(36, '\0');
    boost::uuids::to_chars(id, text.data());
    return text;
}

} // namespace

std::string make_random_uuid() { return to_text(random_uuid()); }

std::string make_time_ordered_uuid()
{
    auto id = random_uuid();
    set_time(id, std::chrono::system_clock::now());
    return to_text(id);
}

} // namespace verbatim::core::exec
