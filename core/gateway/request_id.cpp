#include "gateway/request_id.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace verbatim::core::gateway {

std::string make_request_id()
{
    // Seeded from system entropy once per thread: ids must not collide, but may be predictable.
    thread_local boost::uuids::random_generator_mt19937 generator;

    std::string text(36, '\0');
    boost::uuids::to_chars(generator(), text.data());
    return text;
}

} // namespace verbatim::core::gateway
