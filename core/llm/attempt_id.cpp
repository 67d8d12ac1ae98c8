#include "llm/attempt_id.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <optional>

#include <pthread.h>

namespace verbatim::core::llm {

std::string make_attempt_id()
{
    // Seeded from system entropy once per thread, and again after a fork: two processes must never make the same id.
    thread_local std::optional<boost::uuids::random_generator_mt19937> generator;
    [[maybe_unused]] static const int code = ::pthread_atfork(nullptr, nullptr, [] { generator.reset(); });
    if (!generator) generator.emplace();

    std::string text(36, '\0');
    boost::uuids::to_chars((*generator)(), text.data());
    return text;
}

} // namespace verbatim::core::llm
