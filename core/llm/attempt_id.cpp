#include "llm/attempt_id.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace verbatim::core::llm {

std::string make_attempt_id()
{
    // Straight from the system: two processes must never agree on one.
    thread_local boost::uuids::random_generator_pure generator;
    return boost::uuids::to_string(generator());
}

} // namespace verbatim::core::llm
