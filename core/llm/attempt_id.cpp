#include "llm/attempt_id.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace verbatim::core::llm {

std::string make_attempt_id()
{
    // From the system's random source: two processes must never make the same id.
    thread_local boost::uuids::random_generator_pure generator;
    return boost::uuids::to_string(generator());
}

} // namespace verbatim::core::llm
