#include "tracing/ids.hpp"

#include <algorithm>
#include <functional>
#include <random>

namespace verbatim::core::tracing {

namespace {

std::mt19937_64 seeded_generator()
{
    std::random_device          entropy;
    std::array<unsigned int, 8> words{};
    std::ranges::generate(words, std::ref(entropy));
    std::seed_seq seeds(words.begin(), words.end());
    return std::mt19937_64{seeds};
}

template <class Id>
Id make_id()
{
    // Ids must not collide, but may be predictable: system entropy once per thread is enough.
    thread_local auto generator = seeded_generator();

    Id id{};
    while (!is_valid(id))
        for (std::size_t at = 0; at != id.size(); at += sizeof(std::uint64_t))
        {
            auto word = generator();
            for (std::size_t byte = 0; byte != sizeof(std::uint64_t); ++byte, word >>= 8U)
                id[at + byte] = static_cast<std::uint8_t>(word);
        }
    return id;
}

} // namespace

trace_id make_trace_id() { return make_id<trace_id>(); }
span_id  make_span_id() { return make_id<span_id>(); }

} // namespace verbatim::core::tracing
