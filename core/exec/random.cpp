#include "exec/random.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <pthread.h>
#include <random>

namespace verbatim::core::exec {

namespace {

/// Seeded from system entropy once per thread, and again after a fork: two processes must never make the same id.
std::mt19937& engine()
{
    thread_local std::optional<std::mt19937> current;
    [[maybe_unused]] static const int        code = ::pthread_atfork(nullptr, nullptr, [] { current.reset(); });
    if (current) return *current;
    std::random_device entropy;
    std::seed_seq      seeds{entropy(), entropy(), entropy(), entropy(), entropy(), entropy(), entropy(), entropy()};
    return current.emplace(seeds);
}

boost::uuids::uuid random_uuid() { return boost::uuids::basic_random_generator{engine()}(); }

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

double random_fraction() { return std::uniform_real_distribution<double>{0, 1}(engine()); }

void fill_random(std::span<std::uint8_t> bytes)
{
    std::ranges::generate(bytes, [&random = engine()] { return static_cast<std::uint8_t>(random()); });
}

std::string make_random_uuid() { return to_text(random_uuid()); }

std::string make_time_ordered_uuid()
{
    auto id = random_uuid();
    set_time(id, std::chrono::system_clock::now());
    return to_text(id);
}

} // namespace verbatim::core::exec
